import type {
  HttpRouteIntegrationBindOptions,
  HttpRouteIntegrationConfig,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Live } from './gradual-deployment.ts';

/**
 * An integration with a function's alias, written as the function's ARN and the alias's name. AWS also accepts
 * a reference to the alias, but `sam local start-api` then finds no function.
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
