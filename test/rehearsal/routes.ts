/** The routes of a deployed API, with their functions and API Gateway's permissions. */
import type { TokenRules } from '../../lib/local/authorizer.ts';
import type { Cors } from '../../lib/settings/cors.ts';
import { arn, type Stack } from './stack.ts';

/** The routes of the stack's only API. */
export const readRoutes = (stack: Stack) =>
  stack.ids('AWS::ApiGatewayV2::Route').map((id) => {
    const key = stack.property<string>(id, 'RouteKey');
    const [integration = ''] = stack
      .ids('AWS::ApiGatewayV2::Integration')
      .filter((name) => stack.property(id, 'Target') === `integrations/${stack.ref(name)}`);
    const form = ['IntegrationType', 'PayloadFormatVersion'].map((name) =>
      stack.property(integration, name),
    );
    if (String(form) !== 'AWS_PROXY,2.0') throw new Error(`${key}: ${form} is not supported.`);
    const target = stack.property<string>(integration, 'IntegrationUri');
    const route = `${stack.property(id, 'ApiId')}/$default/${key.replace(' ', '')}`;
    return {
      /** E.g. `POST /v1/shout`. */
      key,
      /** The ARN that the integration invokes: a function or an alias. */
      target,
      /** The logical id of the function. */
      functionId: findFunction(stack, target),
      /** Whether API Gateway may invoke the target for this route. */
      permitted: mayInvoke(stack, 'apigateway', target, arn('execute-api', route)),
      /** The requirements for an access token, if the route has an authorizer. */
      tokens: tokenRules(stack, id),
    };
  });

/** See https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html */
const tokenRules = (stack: Stack, id: string): TokenRules | undefined => {
  const type = stack.property(id, 'AuthorizationType');
  if (type === 'NONE') return undefined;
  const [authorizer = ''] = stack
    .ids('AWS::ApiGatewayV2::Authorizer')
    .filter((name) => stack.property(id, 'AuthorizerId') === stack.ref(name));
  const source = stack.property(authorizer, 'IdentitySource');
  if (type !== 'JWT' || String(source) !== '$request.header.Authorization') {
    throw new Error(`The authorizer of ${id} is not supported.`);
  }
  type Configuration = { readonly Issuer: string; readonly Audience: readonly string[] };
  const { Issuer, Audience } = stack.property<Configuration>(authorizer, 'JwtConfiguration');
  return {
    issuer: Issuer,
    audience: Audience,
    scopes: stack.property(id, 'AuthorizationScopes'),
  };
};

/** The function of an ARN: its own, or an alias', whose version must exist. */
const findFunction = (stack: Stack, target: string): string => {
  const alias = stack.ids('AWS::Lambda::Alias').find((id) => stack.ref(id) === target);
  const base = alias ? target.slice(0, target.lastIndexOf(':')) : target;
  const name = stack.ids('AWS::Lambda::Function').find((id) => stack.attribute(id, 'Arn') === base);
  const versions = stack.ids('AWS::Lambda::Version').map(stack.ref);
  const isPublished =
    !alias || versions.includes(`${base}:${stack.property(alias, 'FunctionVersion')}`);
  if (name === undefined || !isPublished) throw new Error(`There is no function ${target}.`);
  return name;
};

/**
 * Whether a service may invoke the target. A permission for a function is not valid for its alias, nor the other way
 * round.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html
 */
const mayInvoke = (stack: Stack, service: string, target: string, source: string): boolean =>
  stack.ids('AWS::Lambda::Permission').some((id) => {
    const property = (name: string) => stack.property<string>(id, name);
    const pattern = property('SourceArn').replace(/\W/g, (sign) =>
      sign === '*' ? '.*' : `\\${sign}`,
    );
    return (
      property('Principal') === `${service}.amazonaws.com` &&
      property('Action') === 'lambda:InvokeFunction' &&
      target.endsWith(`:${property('FunctionName').replace(/^.*:function:/, '')}`) &&
      new RegExp(`^${pattern}$`).test(source)
    );
  });

/**
 * The logical id of the function that the user pool calls before a sign-up and after its confirmation, if it has one.
 *
 * @throws {Error} if the pool may not invoke it, or calls another.
 */
export const readTrigger = (stack: Stack): string | undefined => {
  const [pool] = stack.ids('AWS::Cognito::UserPool');
  const triggers = pool && stack.property<Record<string, string>>(pool, 'LambdaConfig');
  if (!triggers) return undefined;
  const { PreSignUp = '', PostConfirmation, ...unsupported } = triggers;
  if (PreSignUp !== PostConfirmation || Object.keys(unsupported).length > 0) {
    throw new Error(`The triggers ${Object.keys(triggers)} are not supported.`);
  }
  if (!mayInvoke(stack, 'cognito-idp', PreSignUp, stack.attribute(pool, 'Arn'))) {
    throw new Error(`Cognito may not invoke ${PreSignUp}.`);
  }
  return findFunction(stack, PreSignUp);
};

/** The API's CORS settings. */
export const readCors = (stack: Stack): Cors => {
  const [api = ''] = stack.ids('AWS::ApiGatewayV2::Api');
  const { MaxAge, ...lists } = stack.property<{ MaxAge: number }>(api, 'CorsConfiguration');
  const settings = Object.entries(lists).map(([name, list]) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    list,
  ]);
  return { ...Object.fromEntries(settings), maxAgeSeconds: MaxAge };
};
