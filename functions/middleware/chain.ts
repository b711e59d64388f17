import middy from '@middy/core';
import type { Chain } from './middleware.ts';
import { type MetricSettings, metrics } from './request-metrics.ts';
import { addSecurityHeaders } from './response-headers.ts';

/**
 * The middlewares that all endpoints share. The metrics come first, since they need the final response.
 *
 * @param measured - default: requests are not counted.
 */
export const chain = (measured?: MetricSettings): Chain<object> => {
  // By Middy's types, Lambda would have to pass all that the middlewares add.
  const start = middy() as Chain<object>;
  return (measured ? start.use(metrics(measured)) : start).use(addSecurityHeaders());
};
