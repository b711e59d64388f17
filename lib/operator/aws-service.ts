/** The AWS services that the tools ask, as an operator knows them. */

/** A service. */
export interface AwsService {
  readonly name: string;
  /** What says where it is, if it is not where the region has it. */
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

export const bedrockService: AwsService = {
  name: 'Bedrock',
  endpointVariable: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
};

/** A service failed (`cause`) that is not DynamoDB, whose errors come as they are. */
export class ServiceFault extends Error {
  readonly service: AwsService;

  constructor(service: AwsService, cause: unknown) {
    super(`${service.name} failed.`, { cause });
    this.service = service;
  }
}
