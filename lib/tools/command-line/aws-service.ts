/** The AWS services that the operator's tools call. */

export interface AwsService {
  readonly name: string;
  /** The environment variable that replaces its address. */
  readonly endpointVariable: string;
}

export const dynamodbService: AwsService = {
  name: 'DynamoDB',
  endpointVariable: 'AWS_ENDPOINT_URL_DYNAMODB',
};

export const cognitoService: AwsService = {
  name: 'Cognito',
  endpointVariable: 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
};

/** An error (`cause`) of another service than DynamoDB, whose errors are thrown as they are. */
export class ServiceFault extends Error {
  readonly service: AwsService;

  constructor(service: AwsService, cause: unknown) {
    super(`${service.name} failed.`, { cause });
    this.service = service;
  }
}
