import middy from '@middy/core';
import type { Chain } from './middleware.ts';
import { metrics, readMetricSettings } from './request-metrics.ts';
import { addSecurityHeaders } from './response-headers.ts';

/** The middlewares that all endpoints share. The metrics come first, since they need the final response. */
export const chain = (): Chain<object> => {
  const settings = readMetricSettings(process.env);
  // By Middy's types, Lambda would have to pass all that the middlewares add.
  const start = middy() as Chain<object>;
  const measured = settings ? start.use(metrics(settings)) : start;
  return measured.use(addSecurityHeaders());
};
