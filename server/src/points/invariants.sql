-- Invariants of the ledger, which hold at all times: every row of the result is a violation, as rule, subject and detail.
with flow as (
  select wallet_id, unit, sum(amount) as amount from (
    select destination_wallet as wallet_id, unit, amount from movement where destination_wallet is not null
    union all
    select source_wallet, unit, -amount from movement where source_wallet is not null
  ) as entry
  group by wallet_id, unit
), owned as (
  select id as wallet_id, 'coin' as unit, coins as balance, coins_held as held, coins_owed as owed from wallet
  union all
  select id, 'use', uses, uses_held, uses_owed from wallet
), debt as (
  select source_wallet as wallet_id, unit, sum(owed) as amount from movement where owed <> 0 group by source_wallet, unit
), sold as (
  select order_no, state, purchase.unit, purchase.amount, coalesce(refund.amount + refund.owed, 0) as taken
  from purchase_order
  join movement as purchase on purchase.reason = 'purchase' and purchase.reference = order_no
  join wallet on wallet.id = purchase.destination_wallet and wallet.account_id is not null
  left join movement as refund on refund.reason = 'refund' and refund.reference = order_no and refund.unit = purchase.unit
    and refund.source_wallet = wallet.id
  where not forgives_spent
), reserved as (
  select wallet_id, unit, sum(amount) as amount from hold where state = 'held' group by wallet_id, unit
), latest_term as (
  select distinct on (wallet_id) wallet_id, until, is_forever from member_term order by wallet_id, id desc
)
select 'the balance is the sum of the movements' as rule, wallet_id::text as subject,
  unit || ': ' || balance || ' kept, ' || coalesce(flow.amount, 0) || ' moved' as detail
from owned left join flow using (wallet_id, unit)
where balance <> coalesce(flow.amount, 0)
union all
select 'no balance is below what is held, or below 0', wallet_id::text, unit || ': ' || balance || ', held ' || held
from owned where balance < 0 or held < 0 or held > balance
union all
select 'what is owed is what the movements left owed', wallet_id::text,
  unit || ': ' || owed || ' kept, ' || coalesce(debt.amount, 0) || ' moved'
from owned left join debt using (wallet_id, unit)
where owed <> coalesce(debt.amount, 0)
union all
select 'nobody owns something and owes it', wallet_id::text, unit || ': ' || balance || ', owed ' || owed
from owned where owed < 0 or (owed > 0 and balance > 0)
union all
select 'a full refund takes back what its order gave, and nothing else does', order_no, unit || ': ' || taken || ' of ' || amount
from sold where taken <> case state when 'refunded' then amount else 0 end
union all
select 'a refund belongs to an order that gave as much', refund.reference, refund.unit || ': ' || refund.amount || ' and ' || refund.owed || ' owed'
from movement as refund left join movement as purchase on purchase.reason = 'purchase' and purchase.reference = refund.reference
  and purchase.unit = refund.unit and purchase.destination_wallet = refund.source_wallet
where refund.reason = 'refund' and refund.amount + refund.owed > coalesce(purchase.amount, 0)
union all
select 'a debt is paid from income', debt.reference, debt.unit || ': ' || debt.amount
from movement as debt left join movement as income on income.reason in ('purchase', 'grant') and income.reference = debt.reference
  and income.unit = debt.unit and income.destination_wallet = debt.source_wallet
where debt.reason = 'debt' and debt.amount > coalesce(income.amount, 0)
union all
select 'what is held is the sum of the holds', wallet_id::text,
  unit || ': ' || held || ' kept, ' || coalesce(reserved.amount, 0) || ' held'
from owned left join reserved using (wallet_id, unit)
where held <> coalesce(reserved.amount, 0)
union all
select 'a held hold has a task whose charge is held', hold.id::text, 'task ' || hold.task_id || ' ' || coalesce(task.charge_state, 'is gone')
from hold left join task on task.id = hold.task_id
where hold.state = 'held' and task.charge_state is distinct from 'held'
union all
select 'a charge that is held has its hold, of that unit and amount', task.id::text,
  coalesce(hold.amount || ' ' || hold.unit, 'no hold') || ' for ' || task.charge_amount || ' ' || task.charge_kind
from task left join hold on hold.task_id = task.id and hold.state = 'held'
where task.charge_state = 'held'
  and (hold.id is null or hold.amount <> task.charge_amount or (hold.unit = 'coin') <> (task.charge_kind = 'coins'))
union all
select 'a charge that is settled has its settled hold', task.id::text, task.charge_amount || ' ' || task.charge_kind
from task left join hold on hold.task_id = task.id and hold.state = 'settled' and hold.amount = task.charge_amount
where task.charge_state = 'settled' and hold.id is null
union all
select 'only a task with a result is settled', task.id::text, task.status
from task where charge_state = 'settled' and result is null
union all
select 'a task that failed or was cancelled holds nothing but the price of the steps that were done', task.id::text,
  task.status || ': ' || charge_amount || ' of ' || kept_amount
from task where charge_state = 'held' and status in ('failed', 'cancelled') and (result is null or charge_amount <> kept_amount)
union all
select 'a hold belongs to the owner of its task', hold.id::text, task.owner
from hold join task on task.id = hold.task_id join wallet on wallet.id = hold.wallet_id
where hold.state <> 'released' and task.owner <> 'account:' || coalesce(wallet.account_id::text, 'nobody')
union all
select 'a hold is settled by one movement out of its wallet', hold.id::text,
  count(movement.id) || ' movements of ' || coalesce(sum(movement.amount), 0) || ' for ' || hold.amount
from hold left join movement on movement.hold_id = hold.id
  and movement.source_wallet = hold.wallet_id and movement.unit = hold.unit and movement.destination_book = 'spent'
where hold.state = 'settled'
group by hold.id
having count(movement.id) <> 1 or sum(movement.amount) <> hold.amount
union all
select 'what was spent belongs to a settled hold', movement.id::text, coalesce(hold.state, 'no hold')
from movement left join hold on hold.id = movement.hold_id
where movement.reason = 'run' and hold.state is distinct from 'settled'
union all
select 'nobody without an account holds anything', hold.id::text, hold.task_id::text
from hold join wallet on wallet.id = hold.wallet_id
where hold.state = 'held' and wallet.account_id is null
union all
select 'a membership ends where its latest term says', wallet.id::text,
  coalesce(member_until::text, 'no end') || ', term: ' || coalesce(latest_term.until::text, 'no end')
from wallet left join latest_term on latest_term.wallet_id = wallet.id
where wallet.member_until is distinct from latest_term.until
  or wallet.is_forever is distinct from coalesce(latest_term.is_forever and latest_term.until is null, false)
union all
select 'an order that was paid gave what it sold, once', order_no, wanted.unit || ': ' || coalesce(movement.amount, 0) || ' booked of ' || wanted.amount
from purchase_order cross join lateral (values ('use', uses), ('coin', coins)) as wanted (unit, amount)
  left join movement on movement.reason = 'purchase' and movement.reference = order_no and movement.unit = wanted.unit
where state in ('paid', 'refunded') and fault is distinct from 'account gone' and coalesce(movement.amount, 0) <> wanted.amount
union all
select 'a membership that was paid has its term', order_no, purchase_order.days || ' days, ' || purchase_order.months || ' months'
from purchase_order left join member_term on member_term.reason = 'purchase' and member_term.reference = order_no
where kind = 'member' and state in ('paid', 'refunded') and fault is distinct from 'account gone' and member_term.id is null
union all
select 'a membership that was refunded has its term taken back', order_no, purchase_order.days || ' days, ' || purchase_order.months || ' months'
from purchase_order join member_term as sold on sold.reason = 'purchase' and sold.reference = order_no
  join wallet on wallet.id = sold.wallet_id and wallet.account_id is not null
  left join member_term as returned on returned.reason = 'refund' and returned.reference = order_no and returned.wallet_id = sold.wallet_id
where state = 'refunded' and returned.id is null
union all
select 'what was refunded of an order is the sum of its refunds', order_no, refunded_amount || ' kept, ' || coalesce(sum(order_refund.amount), 0) || ' refunded'
from purchase_order left join order_refund using (order_no)
where misfit_id is null
group by order_no
having refunded_amount <> coalesce(sum(order_refund.amount), 0)
union all
select 'an order that was not paid gave nothing', order_no, movement.amount || ' ' || movement.unit
from purchase_order join movement on movement.reason = 'purchase' and movement.reference = order_no
where state in ('open', 'closed')
union all
select 'as many pieces of a coupon were taken as people received', coupon.id::text, taken || ' taken, ' || count(coupon_piece.id) || ' received'
from coupon left join coupon_piece on coupon_piece.coupon_id = coupon.id
group by coupon.id
having taken <> count(coupon_piece.id)
union all
select 'what was paid back of a payment that does not fit is the sum of its refunds', misfit_payment.id::text,
  misfit_payment.refunded_amount || ' kept, ' || coalesce(sum(order_refund.amount), 0) || ' refunded'
from misfit_payment left join order_refund on order_refund.misfit_id = misfit_payment.id
group by misfit_payment.id
having misfit_payment.refunded_amount <> coalesce(sum(order_refund.amount), 0)
union all
select 'an order uses a coupon of its own account', order_no, piece_id::text
from purchase_order join coupon_piece on coupon_piece.id = piece_id
where coupon_piece.account_id is distinct from purchase_order.account_id
union all
select 'what a key has spent in a month is the sum of its holds', key_spending.key_id::text,
  key_spending.uses || ' uses and ' || key_spending.coins || ' coins kept, ' || coalesce(sum(amount) filter (where unit = 'use'), 0) || ' and '
    || coalesce(sum(amount) filter (where unit = 'coin'), 0) || ' held or settled'
from key_spending left join hold on hold.key_id = key_spending.key_id and hold.key_month = key_spending.month and hold.state <> 'released'
group by key_spending.key_id
having key_spending.uses <> coalesce(sum(amount) filter (where unit = 'use'), 0)
  or key_spending.coins <> coalesce(sum(amount) filter (where unit = 'coin'), 0)
