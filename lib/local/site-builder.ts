/** The thread in which the site is built: it holds up no request, and has the sources as they are by now. */
import { workerData } from 'node:worker_threads';
import type { Stage } from '../settings/stages.ts';
import { buildSite } from '../site/build.ts';

/** What a thread is started with. */
export interface SiteOrder {
  readonly stage: Stage;
  /** An empty folder, in which the site is put. */
  readonly folder: string;
}

const { stage, folder } = workerData as SiteOrder;
buildSite(stage, folder);
