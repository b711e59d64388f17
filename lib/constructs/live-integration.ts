import type {
  HttpRouteIntegrationBindOptions,
  HttpRouteIntegrationConfig,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Live } from './gradual-deployment.ts';

/**
 * An integration with a function's alias, which names the alias as its function's ARN with the alias'
 * name behind it. A reference to the alias is the same in AWS, but `sam local start-api` finds no
 * function by one, and would serve no route.
 */
export class LiveIntegration extends HttpLambdaIntegration {
  readonly #uri: string;

  constructor(id: string, alias: Live) {
    super(id, alias);
    this.#uri = `${alias.lambda.functionArn}:${alias.aliasName}`;
  }

  override bind(options: HttpRouteIntegrationBindOptions): HttpRouteIntegrationConfig {
    return { ...super.bind(options), uri: this.#uri };
  }
}
