import { Aws, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  type CfnUserPool,
  FeaturePlan,
  Mfa,
  PasskeyUserVerification,
  UserPool,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { userPoolName } from '../../settings/sign-in.ts';
import type { Accounts, Stage } from '../../settings/stages.ts';
import { removalPolicy } from './removal-policy.ts';

/**
 * Deploys the user pool. Users are identified by their e-mail address, which a code verifies, and sign in with
 * a passkey, a code or a password.
 *
 * Essentials is the cheapest tier with passkeys and codes: 10,000 users a month are free, each further one is
 * $0.015.
 */
export const userPool = (
  scope: Construct,
  { name, removal }: Stage,
  accounts: Accounts,
): UserPool => {
  const pool = new UserPool(scope, 'UserPool', {
    userPoolName: userPoolName(name),
    featurePlan: FeaturePlan.ESSENTIALS,
    selfSignUpEnabled: accounts.signUp === 'open',
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // The old address stays valid until the new one is verified.
    keepOriginal: { email: true },
    standardAttributes: { email: { required: true, mutable: true } },
    signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: true, passkey: true } },
    passkeyUserVerification: PasskeyUserVerification.REQUIRED,
    passwordPolicy: {
      minLength: 15,
      requireLowercase: false,
      requireUppercase: false,
      requireDigits: false,
      requireSymbols: false,
    },
    mfa: Mfa.OFF,
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    userVerification: {
      emailSubject: 'Your code for Amplify',
      emailBody: 'Your code for Amplify is {####}. If you did not ask for it, ignore this e-mail.',
    },
    ...(accounts.emailFrom && {
      email: UserPoolEmail.withSES({
        fromEmail: accounts.emailFrom,
        fromName: 'Amplify',
        sesRegion: Aws.REGION,
        // The identity that signs the e-mails with DKIM. An address's own would not.
        sesVerifiedDomain: accounts.emailFrom.slice(accounts.emailFrom.indexOf('@') + 1),
      }),
    }),
    deletionProtection: removal === 'retain',
    removalPolicy: removalPolicy(removal, true),
  });
  (pool.node.defaultChild as CfnUserPool).overrideLogicalId('UserPool');
  for (const [rule, reason] of Object.entries(acknowledged)) {
    Validations.of(pool).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  }
  return pool;
};

const acknowledged = {
  COG1: 'NIST SP 800-63B-4 requires 15 characters of a single-factor password, and no mixture of them.',
  COG2: 'No page offers to set up a second factor. A passkey is two by itself; with one, a user risks only keys, which can be revoked.',
  COG8: 'The tier Plus protects passwords, which users need not have. It costs a third more per user, and no user is free.',
};
