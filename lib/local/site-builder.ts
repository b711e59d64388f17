/** The thread that builds the site. It blocks no request, and loads the sources anew after a change. */
import { workerData } from 'node:worker_threads';
import type { Stage } from '../settings/stages.ts';
import { buildSite } from '../site/build.ts';

export interface SiteOrder {
  readonly stage: Stage;
  /** An empty folder, to build the site in. */
  readonly folder: string;
}

const { stage, folder } = workerData as SiteOrder;
buildSite(stage, folder);
