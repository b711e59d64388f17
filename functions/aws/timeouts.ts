/** Time-outs in milliseconds: of a connection, of an attempt including it, and of all attempts. */
export const dynamodbConnection = 500;
export const dynamodbAttempt = 1_400;
export const dynamodbCommand = 2_000;

/** Bedrock is sent each command once. */
export const bedrockConnection = 1_000;
export const bedrockAttempt = 6_000;
