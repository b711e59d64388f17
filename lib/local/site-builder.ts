/** The thread that builds the site. It blocks no request, and loads the sources anew after a change. */
import { workerData } from 'node:worker_threads';
import { buildSite } from '../site/build.ts';

buildSite(...(workerData as Parameters<typeof buildSite>));
