import { expect, test } from '@jest/globals';
import { type Route, routesOf } from './routes.ts';
import { deployed, type Stack } from './stack.ts';

const source = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills it in.
  'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/*/shout',
};

const properties = {
  Api: ['ApiGatewayV2::Api', {}],
  Shout: ['Lambda::Function', {}],
  Version: ['Lambda::Version', { FunctionName: { Ref: 'Shout' } }],
  Live: [
    'Lambda::Alias',
    {
      FunctionName: { Ref: 'Shout' },
      FunctionVersion: { 'Fn::GetAtt': ['Version', 'Version'] },
      Name: 'live',
    },
  ],
  Integration: [
    'ApiGatewayV2::Integration',
    {
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: { Ref: 'Live' },
      PayloadFormatVersion: '2.0',
    },
  ],
  Permission: [
    'Lambda::Permission',
    {
      Action: 'lambda:InvokeFunction',
      FunctionName: { Ref: 'Live' },
      Principal: 'apigateway.amazonaws.com',
      SourceArn: source,
    },
  ],
  Route: [
    'ApiGatewayV2::Route',
    {
      ApiId: { Ref: 'Api' },
      RouteKey: 'POST /shout',
      Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Integration' }]] },
    },
  ],
} as const;

type Id = keyof typeof properties;

/** A stack with one route to an alias, with changes of its resources' properties. */
const stackWith = (changes: Partial<Record<Id, object>> = {}): Stack => {
  const Resources = Object.fromEntries(
    Object.entries(properties).map(([id, [type, Properties]]) => [
      id,
      { Type: `AWS::${type}`, Properties: { ...Properties, ...changes[id as Id] } },
    ]),
  );
  return deployed({ Resources, Outputs: {} }, 'stack', { api: '', signIn: '' });
};

const routeOf = (...changes: Parameters<typeof stackWith>): Route | undefined =>
  routesOf(stackWith(...changes))[0];

test('a route leads through its integration and an alias to a function', () => {
  expect(routeOf()).toEqual({
    key: 'POST /shout',
    target: 'arn:aws:lambda:us-east-1:111111111111:function:stack-Shout:live',
    functionId: 'Shout',
    permitted: true,
  });
});

test.each([
  ['for the function, where the alias is invoked', { FunctionName: { Ref: 'Shout' } }],
  ['for another path', { SourceArn: { 'Fn::Join': ['', [source, 's']] } }],
  ['for another service', { Principal: 'events.amazonaws.com' }],
])('a permission %s is none', (_, changes) => {
  expect(routeOf({ Permission: changes })).toMatchObject({ permitted: false });
});

test('the default route takes a permission for all routes, and none for another route', () => {
  const Route = { RouteKey: '$default' };
  expect(routeOf({ Route })).toMatchObject({ key: '$default', permitted: false });
  const Permission = { SourceArn: { 'Fn::Sub': source['Fn::Sub'].replace('/shout', '') } };
  expect(routeOf({ Route, Permission })).toMatchObject({ functionId: 'Shout', permitted: true });
});

test.each<[string, Id, object, string]>([
  [
    'leads to no integration',
    'Route',
    { Target: 'integrations/none' },
    'POST /shout leads nowhere',
  ],
  ['leads to a version that there is not', 'Live', { FunctionVersion: '7' }, 'no function'],
  ['has events of another format', 'Integration', { PayloadFormatVersion: '1.0' }, 'format 1.0'],
  ['has an authorizer of its own', 'Route', { AuthorizationType: 'CUSTOM' }, 'the authorizer'],
  ['refers to nothing', 'Integration', { IntegrationUri: { Ref: 'None' } }, 'no resource "None"'],
  ['has a key of another form', 'Route', { RouteKey: 'ANY' }, 'the route "ANY"'],
  ['needs what is not known', 'Route', { ApiId: { 'Fn::Select': [0, []] } }, 'Fn::Select'],
])('a route that %s is an error', (_, id, changes, message) => {
  expect(() => routeOf({ [id]: changes })).toThrow(message);
});
