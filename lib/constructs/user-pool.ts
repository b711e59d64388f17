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
import { userPoolName } from '../settings/sign-in.ts';
import type { Accounts, Stage } from '../settings/stages.ts';
import { removalPolicy } from './removal-policy.ts';

/**
 * Deploys the user pool, in which callers are known by their address. A code by e-mail proves it;
 * afterwards they sign in with a passkey, a code or their password, as they choose.
 *
 * Its tier is Essentials, the least that has passkeys and codes: in each month 10,000 callers are free,
 * and each further one is $0.015.
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
    // A new address counts once a code has proved it: until then the old one does.
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
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { sms: false, otp: true },
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
      }),
    }),
    deletionProtection: removal === 'retain',
    removalPolicy: removalPolicy(removal, true),
  });
  const deployed = pool.node.defaultChild as CfnUserPool;
  deployed.overrideLogicalId('UserPool');
  // A passkey that asks for a finger or a PIN is two factors: who has another one, too, may use it.
  deployed.webAuthnFactorConfiguration = 'MULTI_FACTOR_WITH_USER_VERIFICATION';
  acknowledge(pool);
  return pool;
};

const acknowledge = (pool: UserPool): void => {
  const rules = {
    COG1: 'NIST SP 800-63B-4 asks of a password that stands alone for 15 characters, and for no mixture of them.',
    COG2: 'A passkey is two factors by itself. Who is content with one risks keys, which can be revoked.',
    COG8: 'The tier Plus guards passwords, which callers need not use, for a third more by the caller, and none free.',
  };
  for (const [rule, reason] of Object.entries(rules)) {
    Validations.of(pool).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  }
};
