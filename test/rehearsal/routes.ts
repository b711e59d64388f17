/** The routes of a deployed API: which function gets a request, and whether API Gateway may hand it over. */
import type { TokenRules } from '../../lib/local/token-check.ts';
import type { Cors } from '../../lib/settings/cors.ts';
import { matches } from './policy.ts';
import { arn, type Stack } from './stack.ts';

/** A route. */
export interface Route {
  /** E.g. `POST /v1/shout`. */
  readonly key: string;
  /** The function, a version of it or an alias: what the integration names. */
  readonly target: string;
  /** The logical id of the function. */
  readonly functionId: string;
  /** Whether a permission lets API Gateway invoke the target for this route. */
  readonly permitted: boolean;
  /** What an access token must be, where the route wants one. */
  readonly tokens?: TokenRules;
}

/** The routes of the one API that a stack has. */
export const routesOf = (stack: Stack): readonly Route[] =>
  stack.ids('AWS::ApiGatewayV2::Route').map((id) => routeOf(stack, id));

const routeOf = (stack: Stack, id: string): Route => {
  const key = stack.property<string>(id, 'RouteKey');
  if (key !== '$default' && !/^[A-Z]+ \//.test(key)) {
    throw new Error(`The rehearsal does not know the route "${key}".`);
  }
  const integration = stack
    .ids('AWS::ApiGatewayV2::Integration')
    .find((one) => stack.property(id, 'Target') === `integrations/${stack.ref(one)}`);
  if (integration === undefined) throw new Error(`${key} leads nowhere.`);
  const type = stack.property(integration, 'IntegrationType');
  const format = stack.property(integration, 'PayloadFormatVersion');
  if (type !== 'AWS_PROXY' || format !== '2.0') {
    throw new Error(`${key}: the rehearsal does not know ${type} with format ${format}.`);
  }
  const target = stack.property<string>(integration, 'IntegrationUri');
  const source = arn(
    'execute-api',
    `${stack.property(id, 'ApiId')}/$default/${key.replace(' ', '')}`,
  );
  const tokens = tokenRules(stack, id);
  return {
    key,
    target,
    functionId: functionOf(stack, target),
    permitted: stack
      .ids('AWS::Lambda::Permission')
      .some((permission) => permits(stack, permission, target, source)),
    ...(tokens && { tokens }),
  };
};

/**
 * What an access token must be on a route.
 *
 * See https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
const tokenRules = (stack: Stack, id: string): TokenRules | undefined => {
  const type = stack.property<string | undefined>(id, 'AuthorizationType') ?? 'NONE';
  if (type === 'NONE') return undefined;
  const authorizer = stack
    .ids('AWS::ApiGatewayV2::Authorizer')
    .find((one) => stack.property(id, 'AuthorizerId') === stack.ref(one));
  const source = authorizer && stack.property(authorizer, 'IdentitySource');
  if (type !== 'JWT' || String(source) !== '$request.header.Authorization') {
    throw new Error(`The rehearsal does not know the authorizer of ${id}.`);
  }
  const { Issuer, Audience } = stack.property<{
    readonly Issuer: string;
    readonly Audience: readonly string[];
  }>(String(authorizer), 'JwtConfiguration');
  const scopes = stack.property<readonly string[]>(id, 'AuthorizationScopes');
  return { issuer: Issuer, audience: Audience, scopes };
};

/** The function that an ARN is of: its own, or that of an alias whose version is the function's. */
const functionOf = (stack: Stack, target: string): string => {
  const alias = stack.ids('AWS::Lambda::Alias').find((id) => stack.ref(id) === target);
  const unqualified = alias ? target.slice(0, target.lastIndexOf(':')) : target;
  const found = stack
    .ids('AWS::Lambda::Function')
    .find((id) => stack.attribute(id, 'Arn') === unqualified);
  const version = alias && `${unqualified}:${stack.property(alias, 'FunctionVersion')}`;
  const exists =
    !version || stack.ids('AWS::Lambda::Version').some((id) => stack.ref(id) === version);
  if (found === undefined || !exists) throw new Error(`There is no function ${target}.`);
  return found;
};

/**
 * Whether a permission lets API Gateway invoke exactly that target: one for a function does not hold for
 * its alias, nor the other way round.
 *
 * See https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html
 */
const permits = (stack: Stack, id: string, target: string, source: string): boolean =>
  stack.property(id, 'Principal') === 'apigateway.amazonaws.com' &&
  stack.property(id, 'Action') === 'lambda:InvokeFunction' &&
  target.endsWith(`:${stack.property<string>(id, 'FunctionName').replace(/^.*:function:/, '')}`) &&
  matches(stack.property<string>(id, 'SourceArn'), source);

/** What pages of other origins may do with the API. */
export const corsOf = (stack: Stack): Cors => {
  const [api = ''] = stack.ids('AWS::ApiGatewayV2::Api');
  const { AllowOrigins, AllowMethods, AllowHeaders, ExposeHeaders, MaxAge } = stack.property<{
    readonly AllowOrigins: readonly string[];
    readonly AllowMethods: readonly string[];
    readonly AllowHeaders: readonly string[];
    readonly ExposeHeaders: readonly string[];
    readonly MaxAge: number;
  }>(api, 'CorsConfiguration');
  return {
    allowOrigins: AllowOrigins,
    allowMethods: AllowMethods,
    allowHeaders: AllowHeaders,
    exposeHeaders: ExposeHeaders,
    maxAgeSeconds: MaxAge,
  };
};
