/**
 * The settings of every stage: the one place where stages differ. A new stage is one row.
 */
import * as v from 'valibot';
import { emphasisBudget } from '../../functions/emphasis/bedrock-settings.ts';
import type { Plan } from '../../functions/quota/window.ts';

/** What differs between deployments. */
export interface Stage {
  readonly name: string;
  /** Which keys are accepted, and what they are good for. */
  readonly keys: DemoKeys | IssuedKeys;
  /** Which model chooses the words to emphasize. */
  readonly emphasis: EmphasisSettings;
  /** API Gateway's limits for each endpoint, all callers together: what caps the bill in a flood. */
  readonly throttle: Throttle;
  /** The limits of each of the site's paths: one answer there may have a hundred times an endpoint's bytes. */
  readonly siteThrottle: Throttle;
  /**
   * The limits of the default route, for all unknown paths and wrong methods together: low, since honest callers
   * come there by mistake, and whoever tries out paths pays with their own time alone.
   */
  readonly unknownThrottle: Throttle;
  /** How long logs are kept, in days: one of the periods that CloudWatch Logs knows. */
  readonly logRetentionDays: 1 | 3 | 5 | 7 | 14 | 30 | 60 | 90 | 180 | 365;
  /** What Lambda itself logs: `INFO` is two lines a request, `WARN` only what went wrong. */
  readonly systemLogLevel: 'INFO' | 'WARN';
  /**
   * The share of requests that leave a line for the metric `Requests`: 1 counts each of them, 0.1 every
   * tenth for ten, 0 none. A line is about 0.3 KB of log.
   */
  readonly requestMetricsSampling: number;
  /** Whether X-Ray traces a sample of the requests. */
  readonly tracing: boolean;
  /**
   * Whether functions prime their clients while Lambda starts them, which it bills: the first request after
   * a start is answered in a fraction of the time.
   */
  readonly priming: boolean;
  /** Alarms, and a dashboard. Absent: neither, and nothing to pay for them. */
  readonly monitoring?: Monitoring;
  /** The API's own name. Absent: the one that API Gateway gives it. */
  readonly domain?: Domain;
  /** Where the stage belongs. Absent: the account and the region of whoever deploys it. */
  readonly env?: { readonly account: string; readonly region: string };
  /** What the account may spend before somebody is told. */
  readonly budget?: Budget;
  /**
   * Whether tearing the stack down deletes its tables and logs, or leaves them behind; such a stack can't be
   * torn down before its termination protection is taken away.
   */
  readonly removal: 'destroy' | 'retain';
}

/** The rate at which a bucket of requests fills, and the size of the bucket. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** Who watches a stage. */
export interface Monitoring {
  /** Who is told by e-mail, at any hour, that callers get faults. Others may subscribe to the topic, an output of the stack. */
  readonly pageEmail?: string;
  /** Who is told by e-mail of what can wait for working hours. Its topic is another output. */
  readonly notifyEmail?: string;
  /** Whether a new version first gets a tenth of the requests, and is taken back when an alarm goes off. */
  readonly canary: boolean;
  /** Has the service asked once a minute as callers ask it. Absent: nobody does, so an outage is seen by its traffic alone. */
  readonly probe?: Probe;
}

/** What the service is asked by its own caller. */
export interface Probe {
  /**
   * The name of a SecureString in SSM, in the stack's region and encrypted with the account's `aws/ssm`, that holds
   * a key of the stage: `rate-limits` is asked with it. Absent, and as long as there is no such parameter: `health`.
   */
  readonly keyParameter?: `/${string}`;
}

/** A domain of one's own. */
export interface Domain {
  /** E.g. `api.example.com`. Its DNS is the operator's: the stack's outputs say where it must point. */
  readonly name: string;
  /** A certificate for the name in AWS Certificate Manager, in the stack's region. */
  readonly certificateArn: string;
  /** Whether the address that API Gateway gives the API serves nobody: a firewall before the domain is no use beside it. */
  readonly disableExecuteApiEndpoint?: true;
}

/** A monthly budget for the whole account: tags, by which it could be less, are not on a bill by themselves. */
export interface Budget {
  readonly usdPerMonth: number;
  /** Who is told when four fifths are spent, and when the month is going to cost more than all of it. */
  readonly email: string;
}

/** The plans of a stage: on `demo` keys there is one. */
export const plansOf = ({ keys }: Pick<Stage, 'keys'>): readonly Plan[] =>
  keys.policy === 'demo' ? [keys.plan] : keys.plans;

/**
 * Refuses a region of the stage's row from which its model can't be called.
 *
 * @throws {RangeError} which names the regions that there are.
 */
export const checkRegion = ({ name, env, emphasis }: Pick<Stage, 'name' | 'env' | 'emphasis'>) => {
  if (env === undefined || emphasis.model === 'embedded') return;
  if (!emphasis.regions.includes(env.region)) {
    throw new RangeError(`Stage "${name}" can't be in ${env.region}. ${regionsOfModel(emphasis)}`);
  }
};

/** Where a stage with a model in Bedrock can be, for the person who deploys it. */
export const regionsOfModel = ({ inferenceProfile, regions }: BedrockModel): string =>
  `The inference profile ${inferenceProfile} serves ${regions.join(', ')}: deploy in one of them, or name another profile in lib/settings/stages.ts.`;

/** Any non-empty key is accepted, except the revoked ones. All are on one plan. */
export interface DemoKeys {
  readonly policy: 'demo';
  readonly revoked: readonly string[];
  readonly plan: Plan;
}

/**
 * Only keys that were issued are accepted, each on its plan: by the operator, or by callers on the dashboard. A plan's numbers may change at any
 * deployment; a plan may go only after its last key went, since a key without one is answered 503.
 */
export interface IssuedKeys {
  readonly policy: 'issued';
  readonly plans: readonly Plan[];
  readonly accounts: Accounts;
}

/** What callers may do for themselves on the stage's dashboard. */
export interface Accounts {
  /** Who may make an account: anybody with an e-mail address, or who the operator invites. */
  readonly signUp: 'open' | 'invitation';
  /** How many active keys an account may have. A key that another replaces does not count. */
  readonly activeKeys: number;
  /** How many changes an account may make of its keys in a UTC day: it bounds how much is stored of one. */
  readonly changesPerDay: number;
  /** The name of the plan that a new account is on. */
  readonly firstPlan: string;
  /**
   * The e-mail address at which callers ask for another plan, or why their account is suspended. Absent: the
   * dashboard tells them to ask the operator, and leaves it to them to know who that is.
   */
  readonly contact?: string;
  /**
   * The address that e-mails with codes come from, verified in Amazon SES in the stack's region. Absent:
   * Cognito's own sender, which stops at 50 e-mails a day.
   */
  readonly emailFrom?: string;
  /**
   * API Gateway's limits for each of the endpoints, all callers together: anybody may have an account, and
   * one answer here may read as much as a hundred checks of a key. An open dashboard asks every 5 s.
   */
  readonly throttle: Throttle;
  /** The same for usage, which may read 50 times as much again. An open dashboard asks every 15 s. */
  readonly usageThrottle: Throttle;
}

/** Which model chooses the words to emphasize: the embedded one alone, or one in Bedrock before it. */
export type EmphasisSettings = { readonly model: 'embedded' } | BedrockModel;

/** A model in Bedrock. */
export interface BedrockModel {
  readonly model: 'bedrock';
  /** The id of the inference profile through which the model is called. */
  readonly inferenceProfile: string;
  /** The regions that the profile sends requests to. The stack belongs in one of them. */
  readonly regions: readonly string[];
  /** What the model costs, above 0 each. The cap and the dashboard multiply with it. */
  readonly usdPerMillionTokens: { readonly input: number; readonly output: number };
  /** What the model may cost in a UTC day: above 0, at most 9,000. The embedded one chooses for the rest. */
  readonly usdPerDay: number;
}

/**
 * Refuses a price or a cap with which the function would not start.
 *
 * @throws {RangeError} for one that is not above 0, or above 9,000 US dollars.
 */
export const checkEmphasis = ({ name, emphasis }: Pick<Stage, 'name' | 'emphasis'>): void => {
  if (emphasis.model === 'embedded' || v.is(emphasisBudget, emphasis)) return;
  throw new RangeError(
    `usdPerDay and usdPerMillionTokens of stage "${name}" must be above 0, and at most 9,000. To spend nothing, say { model: 'embedded' }.`,
  );
};

/**
 * Amazon Nova Micro: text only, the fastest and cheapest of its family, and a model that can be made
 * to answer with a tool.
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
    siteThrottle: { requestsPerSecond: 5, burst: 100 },
    unknownThrottle: { requestsPerSecond: 5, burst: 50 },
    logRetentionDays: 30,
    systemLogLevel: 'WARN',
    requestMetricsSampling: 0,
    tracing: true,
    priming: true,
    monitoring: { canary: false, probe: {} },
    removal: 'destroy',
  },
  {
    name: 'dev',
    keys: demoKeys,
    emphasis: { model: 'embedded' },
    throttle: { requestsPerSecond: 10, burst: 20 },
    siteThrottle: { requestsPerSecond: 5, burst: 100 },
    unknownThrottle: { requestsPerSecond: 5, burst: 50 },
    logRetentionDays: 3,
    systemLogLevel: 'INFO',
    requestMetricsSampling: 0,
    tracing: true,
    priming: true,
    removal: 'destroy',
  },
  {
    name: 'prod',
    keys: {
      policy: 'issued',
      plans: [
        { name: 'free', limit: 30, windowSeconds: 60 },
        { name: 'standard', limit: 600, windowSeconds: 60 },
        { name: 'scale', limit: 6_000, windowSeconds: 60 },
      ],
      accounts: {
        signUp: 'open',
        activeKeys: 5,
        changesPerDay: 20,
        firstPlan: 'free',
        throttle: { requestsPerSecond: 50, burst: 100 },
        usageThrottle: { requestsPerSecond: 5, burst: 20 },
      },
    },
    emphasis: { ...novaMicro, usdPerDay: 20 },
    throttle: { requestsPerSecond: 1_000, burst: 2_000 },
    siteThrottle: { requestsPerSecond: 10, burst: 200 },
    unknownThrottle: { requestsPerSecond: 10, burst: 100 },
    logRetentionDays: 90,
    systemLogLevel: 'WARN',
    requestMetricsSampling: 0.1,
    tracing: false,
    priming: true,
    monitoring: { canary: true, probe: { keyParameter: '/amplify/prod/probe-key' } },
    removal: 'retain',
  },
];

/** The names of all stages. */
export const stageNames: readonly string[] = stages.map(({ name }) => name);

/** The stage that is meant when none is said. */
export const defaultStage = 'demo';

/**
 * The settings of a stage.
 *
 * @throws {RangeError} for a stage that is not in the table; the message lists those that are.
 */
export const stageNamed = (name: string): Stage => {
  const stage = stages.find((candidate) => candidate.name === name);
  if (stage === undefined) {
    throw new RangeError(`Unknown stage "${name}". The stages are: ${stageNames.join(', ')}.`);
  }
  return stage;
};
