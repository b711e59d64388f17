/** Resolves a template's references as CloudFormation would, to fictitious values. */
import { localUserPool } from '../../lib/local/sign-in/user-pool.ts';
import type { Template } from '../support/synth.ts';

/** Where the stack is deployed. The stages' model is available in this region. */
export const place = { region: 'us-east-1', account: '111111111111', partition: 'aws' } as const;

/** A reference to a value that is known only after deployment. */
type Reference =
  | { readonly Ref: string }
  | { readonly 'Fn::GetAtt': readonly [string, string] }
  | { readonly 'Fn::Join': readonly [string, readonly unknown[]] }
  | { readonly 'Fn::Sub': string };

/** A deployed stack. */
export interface Stack {
  /** The logical ids of the resources of a type. */
  readonly ids: (type: string) => readonly string[];
  /** A property of a resource, with its references resolved. */
  readonly property: <Value>(id: string, name: string) => Value;
  readonly output: (id: string) => unknown;
  /** The `Ref` of a resource. */
  readonly ref: (id: string) => string;
  /** An attribute of a resource (`Fn::GetAtt`). */
  readonly attribute: (id: string, name: string) => string;
}

/** An ARN in the stack's account and region. */
export const arn = (service: string, resource: string): string =>
  `arn:${place.partition}:${service}:${place.region}:${place.account}:${resource}`;

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Partition': place.partition,
  'AWS::Region': place.region,
  'AWS::AccountId': place.account,
  'AWS::URLSuffix': 'amazonaws.com',
};

/**
 * Deploys a template. The stack's functions throw an error for a missing resource and for intrinsic functions and
 * attributes that are not supported.
 *
 * @param name - the stack's name.
 * @param addresses - what AWS would assign. That of the user pool is the issuer of its tokens.
 */
export const deployed = (
  template: Template,
  name: string,
  addresses: Readonly<Record<'api' | 'signIn', string>>,
): Stack => {
  const resourceOf = (id: string) => {
    const resource = template.Resources[id];
    if (resource === undefined) throw new Error(`The template has no resource "${id}".`);
    return resource;
  };

  /** A resource's `Ref` and attributes. */
  const valuesOf = (id: string): Readonly<Record<string, string>> => {
    const physical = `${name}-${id}`;
    const property = (key: string): string => stack.property(id, key) ?? physical;
    const ofFunction = (part: string) =>
      `${arn('lambda', `function:${property('FunctionName')}`)}:${part}`;
    switch (resourceOf(id).Type) {
      case 'AWS::Lambda::Function':
        return { Ref: physical, Arn: arn('lambda', `function:${physical}`) };
      case 'AWS::Lambda::Version': {
        const Version = String(1 + stack.ids('AWS::Lambda::Version').indexOf(id));
        return { Ref: ofFunction(Version), Version };
      }
      case 'AWS::Lambda::Alias':
        return { Ref: ofFunction(property('Name')) };
      case 'AWS::DynamoDB::GlobalTable': {
        const Ref = property('TableName');
        return { Ref, Arn: arn('dynamodb', `table/${Ref}`) };
      }
      case 'AWS::IAM::Role': {
        const Arn = `arn:${place.partition}:iam::${place.account}:role/${physical}`;
        return { Ref: physical, Arn };
      }
      case 'AWS::Logs::LogGroup': {
        const Ref = property('LogGroupName');
        return { Ref, Arn: arn('logs', `log-group:${Ref}:*`) };
      }
      case 'AWS::ApiGatewayV2::Api':
        return { Ref: physical, ApiEndpoint: addresses.api };
      case 'AWS::ApiGatewayV2::DomainName':
        return { Ref: property('DomainName') };
      case 'AWS::ApiGatewayV2::Authorizer':
      case 'AWS::ApiGatewayV2::Integration':
        return { Ref: physical };
      case 'AWS::Cognito::UserPool': {
        const Arn = arn('cognito-idp', `userpool/${localUserPool}`);
        return { Ref: localUserPool, Arn, ProviderURL: addresses.signIn };
      }
      case 'AWS::Cognito::UserPoolClient':
        // The client id that `signIn` of the tests uses.
        return { Ref: 'dashboard' };
      case 'AWS::Cognito::UserPoolDomain':
        return { Ref: property('Domain') };
      default:
        return {};
    }
  };

  const valueFor = (id: string, attribute: string): string => {
    const value = pseudoParameters[id] ?? valuesOf(id)[attribute];
    if (value === undefined) throw new Error(`${attribute} of "${id}" is not supported.`);
    return value;
  };

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[key, argument] = ['', undefined]] = Object.entries(value as Reference);
    if (key === 'Ref') return valueFor(argument, 'Ref');
    if (key === 'Fn::GetAtt') return valueFor(argument[0], argument[1]);
    if (key === 'Fn::Join') return argument[1].map(resolve).join(argument[0]);
    if (key === 'Fn::Sub') {
      return argument.replace(/\$\{([^}]+)\}/g, (_: string, id: string) => valueFor(id, 'Ref'));
    }
    if (key.startsWith('Fn::')) throw new Error(`${key} is not supported.`);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part)]));
  };

  const stack: Stack = {
    ids: (type) =>
      Object.entries(template.Resources).flatMap(([id, { Type }]) => (Type === type ? [id] : [])),
    property: <Value>(id: string, key: string) => resolve(resourceOf(id).Properties[key]) as Value,
    output: (id) => resolve(template.Outputs[id]?.Value),
    ref: (id) => valueFor(id, 'Ref'),
    attribute: valueFor,
  };
  return stack;
};
