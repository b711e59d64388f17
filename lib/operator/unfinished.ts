/** DynamoDB failed (`cause`) when something may have been written. The message says what is left to do. */
export class Unfinished extends Error {}
