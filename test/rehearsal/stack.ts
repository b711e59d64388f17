/** Resolves a template's references as CloudFormation would, to fictitious values. */
import { localUserPool } from '../../lib/local/sign-in/local-user-pool.ts';
import type { Template } from '../support/synth.ts';

/** Where the stack is deployed. The stages' model is available in this region. */
export const region = 'us-east-1';
const account = '111111111111';

/** An ARN in the stack's account and region. */
export const arn = (service: string, resource: string): string =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::AccountId': account,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The ARNs that are used, by the name of a resource. */
const arns: Readonly<Record<string, (name: string) => string>> = {
  'AWS::Lambda::Function': (name) => arn('lambda', `function:${name}`),
  'AWS::DynamoDB::GlobalTable': (name) => arn('dynamodb', `table/${name}`),
  'AWS::IAM::Role': (name) => `arn:aws:iam::${account}:role/${name}`,
  'AWS::Logs::LogGroup': (name) => arn('logs', `log-group:${name}:*`),
  'AWS::Cognito::UserPool': (name) => arn('cognito-idp', `userpool/${name}`),
};

/** A deployed stack. */
export type Stack = ReturnType<typeof deployed>;

/**
 * Deploys a template. The stack's functions throw an error for a missing resource and for what is not supported.
 *
 * @param addresses - what AWS would assign. That of the user pool is the issuer of its tokens.
 */
export const deployed = (
  { Resources, Outputs }: Template,
  addresses: Readonly<Record<'api' | 'signIn', string>>,
) => {
  const findResource = (id: string) => {
    const resource = Resources[id];
    if (resource === undefined) throw new Error(`The template has no resource "${id}".`);
    return resource;
  };

  /** A property of a resource, with its references resolved. */
  const property = <Value>(id: string, name: string): Value =>
    resolve(findResource(id).Properties[name]) as Value;

  const qualifiedArn = (id: string, part: string): string =>
    `${arn('lambda', `function:${property(id, 'FunctionName')}`)}:${part}`;

  /** The `Ref` of a resource. */
  const ref = (id: string): string => {
    switch (findResource(id).Type) {
      case 'AWS::Lambda::Version':
        return qualifiedArn(id, '1');
      case 'AWS::Lambda::Alias':
        return qualifiedArn(id, property(id, 'Name'));
      case 'AWS::Cognito::UserPool':
        return localUserPool;
      case 'AWS::Cognito::UserPoolClient':
        // The client id that `signIn` of the tests uses.
        return 'dashboard';
    }
    const named = ['TableName', 'LogGroupName', 'DomainName', 'Domain'];
    return named.map((name) => property<string>(id, name)).find(Boolean) ?? `physical-${id}`;
  };

  /** An attribute of a resource (`Fn::GetAtt`). */
  const attribute = (id: string, name: string): string => {
    const value = {
      Arn: arns[findResource(id).Type]?.(ref(id)),
      Version: '1',
      ApiEndpoint: addresses.api,
      ProviderURL: addresses.signIn,
    }[name];
    if (value === undefined) throw new Error(`${name} of "${id}" is not supported.`);
    return value;
  };

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[key, argument] = ['', undefined]] = Object.entries(value);
    const refer = (id: string) => pseudoParameters[id] ?? ref(id);
    if (key === 'Ref') return refer(argument);
    if (key === 'Fn::GetAtt') return attribute(argument[0], argument[1]);
    if (key === 'Fn::Join') return argument[1].map(resolve).join(argument[0]);
    if (key === 'Fn::Sub') {
      return argument.replace(/\$\{([^}]+)\}/g, (_: string, id: string) => refer(id));
    }
    if (key.startsWith('Fn::')) throw new Error(`${key} is not supported.`);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part)]));
  };

  /** The logical ids of the resources of a type. */
  const ids = (type: string): readonly string[] =>
    Object.keys(Resources).filter((id) => Resources[id]?.Type === type);

  const output = (id: string): unknown => resolve(Outputs[id]?.Value);

  return { ids, property, ref, attribute, output };
};
