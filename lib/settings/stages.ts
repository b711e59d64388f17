/** The settings of every stage, the only place where stages differ. */
import * as v from 'valibot';
import { modelBudget } from '../../functions/environment/environment.ts';
import type { Plan } from '../../functions/quota/window.ts';

export interface Stage {
  readonly name: string;
  /** Which keys are accepted, and on which plans. */
  readonly keys: DemoKeys | IssuedKeys;
  /** The embedded model only, or a model in Bedrock with the embedded one as fallback. */
  readonly emphasis: { readonly model: 'embedded' } | BedrockModel;
  /**
   * API Gateway's limits for each endpoint, all callers together. They bound most of a flood's cost: see docs/cost.md.
   * With a `burst` below a plan's limit, a key that sends its whole quota at once gets API Gateway's own 429.
   * AWS calls these and the following targets, not guaranteed ceilings:
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
   */
  readonly throttle: Throttle;
  /** For `GET` and `HEAD` of each endpoint without a key, and for preflights. */
  readonly openThrottle: Throttle;
  /** For each of the site's paths, whose responses may be a hundred times larger. */
  readonly siteThrottle: Throttle;
  /** For all unknown paths and wrong methods together: low, since honest callers send them only by mistake. */
  readonly unknownThrottle: Throttle;
  /** A period that CloudWatch Logs supports. */
  readonly logRetentionDays: 1 | 3 | 5 | 7 | 14 | 30 | 60 | 90 | 180 | 365;
  /** Lambda's own logs: `INFO` is two lines per request, `WARN` only failures. */
  readonly systemLogLevel: 'INFO' | 'WARN';
  /**
   * The share of requests that write a log line for the metric `Requests`: 1 counts each, 0.1 every tenth as ten,
   * 0 none. A line is about 0.3 KB.
   */
  readonly requestMetricsSampling: number;
  /** The operator's e-mail address, on the pages, in the description and in `security.txt`. Default: none. */
  readonly contact?: string;
  /** Alarms, a dashboard, and a probe that calls the service once a minute. Default: none. */
  readonly monitoring?: Monitoring;
  /** A custom domain. Default: the one that API Gateway assigns. */
  readonly domain?: Domain;
  /** Default: the account and region of the CDK's environment, which is not enough where `removal` is `retain`. */
  readonly env?: { readonly account: string; readonly region: string };
  /** A daily budget for the whole AWS account, since cost allocation tags must be activated by hand. */
  readonly budget?: {
    readonly usdPerDay: number;
    /** Notified when a day has cost more. */
    readonly email: string;
  };
  /** Whether deleting the stack deletes its tables and logs. `retain` also sets termination protection. */
  readonly removal: 'destroy' | 'retain';
}

export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

export interface Monitoring {
  /** Receives alarms that need action at any hour. Others may subscribe to the topic, an output of the stack. */
  readonly pageEmail?: string;
  /** Receives alarms that can wait for working hours. Its topic is another output. */
  readonly notifyEmail?: string;
  /** Whether a new version first gets a tenth of the requests, and is rolled back by an alarm. */
  readonly canary: boolean;
  /** Pages when an hour's requests and their data cost as much: at most half of what the throttles allow. */
  readonly usdPerHour: number;
  /** The alarms to deploy. Default: all. */
  readonly alarms?: readonly ('faults' | 'hourly-cost' | 'probe')[];
}

export interface Domain {
  /** E.g. `api.example.com`. The operator must point its DNS to the stack's output. */
  readonly name: string;
  /** A certificate in AWS Certificate Manager, in the stack's region. */
  readonly certificateArn: string;
  /** Disables API Gateway's own address, which would bypass a firewall in front of the domain. */
  readonly disableExecuteApiEndpoint?: true;
}

export const stagePlans = ({ keys }: Pick<Stage, 'keys'>): readonly Plan[] =>
  keys.policy === 'demo' ? [keys.plan] : keys.plans;

/** Accepts any non-empty key except the revoked ones, all on one plan. */
interface DemoKeys {
  readonly policy: 'demo';
  readonly revoked: readonly string[];
  readonly plan: Plan;
}

/**
 * Accepts only keys that were created by the operator or on the dashboard. A plan's numbers may change with any
 * deployment; a plan may only be removed once no account uses it, since their requests would be answered 500.
 */
export interface IssuedKeys {
  readonly policy: 'issued';
  readonly plans: readonly Plan[];
  readonly accounts: Accounts;
}

/** The limits of the dashboard. */
export interface Accounts {
  /** Who may create an account: anyone with an e-mail address, or whom the operator invites. */
  readonly signUp: 'open' | 'invitation';
  /**
   * The most users who may sign up by themselves in a window, counted exactly where `signUp` is `open`: each is billed.
   * The window's length follows the same rule as a plan's.
   */
  readonly signUps: { readonly limit: number; readonly windowSeconds: number };
  /** The most active keys of an account. A key that was replaced does not count. */
  readonly activeKeys: number;
  /** The most key changes of an account in a UTC day, which bounds what is stored. */
  readonly changesPerDay: number;
  readonly firstPlan: string;
  /** The terms of use and the privacy policy, shown before people sign up. Cognito shows none without the other. */
  readonly documents?: {
    readonly termsUrl: `https://${string}`;
    readonly privacyUrl: `https://${string}`;
  };
  /**
   * The sender of e-mails with codes, whose domain is verified in Amazon SES in the stack's region. Default:
   * Cognito's own, limited to 50 e-mails a day.
   */
  readonly emailFrom?: string;
  /** API Gateway's limits for each account endpoint, all callers together. An open dashboard polls every 5 s. */
  readonly throttle: Throttle;
  /** For usage, which may read as much as 350 key checks. An open dashboard polls every 30 s. */
  readonly usageThrottle: Throttle;
}

export interface BedrockModel {
  readonly model: 'bedrock';
  readonly inferenceProfile: string;
  /** The profile's regions. The stack must be in one of them. */
  readonly regions: readonly string[];
  /** Above 0 each. Used by the cap and the dashboard. */
  readonly usdPerMillionTokens: { readonly input: number; readonly output: number };
  /** The cap per UTC day: above 0, at most 9,000. Beyond it, the embedded model is used. */
  readonly usdPerDay: number;
}

/** @throws {RangeError} for a price or cap with which the function would not start. */
export const checkEmphasis = ({ name, emphasis }: Pick<Stage, 'name' | 'emphasis'>): void => {
  if (emphasis.model === 'embedded' || v.is(modelBudget, emphasis)) return;
  throw new RangeError(
    `usdPerDay and usdPerMillionTokens of stage "${name}" must be above 0, and at most 9,000. To spend nothing, set { model: 'embedded' }.`,
  );
};

/**
 * Amazon Nova Micro, the fastest and cheapest of its family that can be forced to call a tool.
 *
 * See https://docs.aws.amazon.com/bedrock/latest/userguide/model-card-amazon-nova-micro.html and
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
const novaMicro = {
  model: 'bedrock',
  inferenceProfile: 'us.amazon.nova-micro-v1:0',
  regions: ['us-east-1', 'us-east-2', 'us-west-2'],
  usdPerMillionTokens: { input: 0.035, output: 0.14 },
} as const;

const demoKeys: DemoKeys = {
  policy: 'demo',
  revoked: ['revoked-demo-key'],
  plan: { name: 'demo', limit: 30, windowSeconds: 60 },
};

const stages: readonly Stage[] = [
  {
    name: 'demo',
    keys: demoKeys,
    emphasis: { ...novaMicro, usdPerDay: 1 },
    throttle: { requestsPerSecond: 100, burst: 200 },
    openThrottle: { requestsPerSecond: 50, burst: 100 },
    siteThrottle: { requestsPerSecond: 5, burst: 100 },
    unknownThrottle: { requestsPerSecond: 5, burst: 50 },
    logRetentionDays: 30,
    systemLogLevel: 'WARN',
    requestMetricsSampling: 0,
    monitoring: {
      canary: false,
      usdPerHour: 1,
      alarms: ['faults', 'hourly-cost', 'probe'],
    },
    removal: 'destroy',
  },
  {
    name: 'dev',
    keys: demoKeys,
    emphasis: { model: 'embedded' },
    throttle: { requestsPerSecond: 10, burst: 30 },
    openThrottle: { requestsPerSecond: 10, burst: 20 },
    siteThrottle: { requestsPerSecond: 5, burst: 100 },
    unknownThrottle: { requestsPerSecond: 5, burst: 50 },
    logRetentionDays: 3,
    systemLogLevel: 'INFO',
    requestMetricsSampling: 0,
    removal: 'destroy',
  },
  {
    name: 'prod',
    keys: {
      policy: 'issued',
      plans: [
        { name: 'free', limit: 30, windowSeconds: 60 },
        { name: 'standard', limit: 600, windowSeconds: 60 },
        { name: 'scale', limit: 1_200, windowSeconds: 60 },
      ],
      accounts: {
        signUp: 'open',
        signUps: { limit: 20, windowSeconds: 600 },
        activeKeys: 5,
        changesPerDay: 20,
        firstPlan: 'free',
        throttle: { requestsPerSecond: 50, burst: 100 },
        usageThrottle: { requestsPerSecond: 5, burst: 20 },
      },
    },
    emphasis: { ...novaMicro, usdPerDay: 20 },
    throttle: { requestsPerSecond: 200, burst: 1_200 },
    openThrottle: { requestsPerSecond: 50, burst: 100 },
    siteThrottle: { requestsPerSecond: 10, burst: 200 },
    unknownThrottle: { requestsPerSecond: 10, burst: 100 },
    logRetentionDays: 90,
    systemLogLevel: 'WARN',
    requestMetricsSampling: 0.1,
    monitoring: { canary: true, usdPerHour: 5 },
    removal: 'retain',
  },
];

export const stageNames: readonly string[] = stages.map(({ name }) => name);

export const defaultStage = 'demo';

export const stackName = (stage: string): string => `amplify-${stage}`;

/**
 * Returns a stage's row. A row that keeps no data also serves as a stack of one's own: `dev-ada` is `dev` under that
 * name.
 *
 * @throws {RangeError} for an unknown name. The message lists the stages.
 */
export const stageNamed = (name: string): Stage => {
  const stage = stages.find((candidate) => candidate.name === name);
  if (stage !== undefined) return stage;
  const copies = stages.filter(({ removal }) => removal === 'destroy');
  const copied = copies.find((candidate) => name.startsWith(`${candidate.name}-`));
  if (copied && ownName.test(name.slice(copied.name.length + 1))) return { ...copied, name };
  const patterns = copies.map((candidate) => `${candidate.name}-NAME`).join(' or ');
  throw new RangeError(
    `Unknown stage "${name}". The stages are: ${stageNames.join(', ')}. A stack of your own is ${patterns}: at most 12 lower-case letters and digits, without aws, amazon or cognito.`,
  );
};

/** Without the words that Cognito rejects in the address of a sign-in. */
const ownName = /^(?!.*(?:aws|amazon|cognito))[a-z0-9]{1,12}$/;

/**
 * The settings without which a stage that keeps its data must not be deployed: in the wrong account, with nobody to
 * page, without a limit of its cost, or with sign-ups that end after Cognito's fifty e-mails a day.
 */
export const missingSettings = ({ removal, env, monitoring, budget, keys }: Stage) => {
  if (removal === 'destroy') return [];
  const signUp = keys.policy === 'issued' ? keys.accounts : undefined;
  return [
    !env && 'env',
    !monitoring?.pageEmail && 'monitoring.pageEmail',
    !monitoring?.notifyEmail && 'monitoring.notifyEmail',
    !budget && 'budget',
    signUp?.signUp === 'open' && !signUp.emailFrom && 'accounts.emailFrom',
  ].filter((name) => typeof name === 'string');
};
