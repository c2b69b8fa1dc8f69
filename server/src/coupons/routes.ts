// HTTP routes of coupons on offer. Received coupons are among the routes of orders, which know the used ones.
import * as routes from 'contract/routes/coupons.ts';
import type { FastifyInstance } from 'fastify';
import type { Database, Querier } from '../adapters/postgres.ts';
import { languageOf } from '../http/language.ts';
import { accountOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import { currencyOf } from '../plans/plans.ts';
import { couponsOnOffer, receiveCoupon } from './coupons.ts';

export function addCouponRoutes(
  app: FastifyInstance,
  service: { database: Database; holdAccount: (db: Querier, accountId: string) => Promise<boolean> },
): void {
  addRoute(
    app,
    routes.couponList,
    ({ query, request }) => {
      const language = languageOf(request);
      const accountId = request.foundLogin ? accountOf(request).accountId : null;
      const wanted = { ...query, accountId, currency: query.currency ?? currencyOf(language) };
      return couponsOnOffer(service.database, wanted, language);
    },
    { tag: 'orders' },
  );
  addRoute(
    app,
    routes.receiveCoupon,
    ({ query, request }) => {
      const wanted = { accountId: accountOf(request).accountId, couponId: query.couponId };
      return receiveCoupon(service, wanted, languageOf(request));
    },
    // A HEAD request would also receive a coupon.
    { group: 'costly', tag: 'orders', hasHead: false },
  );
}
