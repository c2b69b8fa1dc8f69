-- A full refund takes back all that its order gave. What was spent of it by then is owed, and whatever comes in later pays that first.

alter table wallet
  add column coins_owed bigint not null default 0 check (coins_owed >= 0),
  add column uses_owed bigint not null default 0 check (uses_owed >= 0),
  -- A balance and a debt of the same unit exclude each other.
  add check (coins = 0 or coins_owed = 0),
  add check (uses = 0 or uses_owed = 0),
  -- Of a membership that was refunded only its end is left: it began at no time.
  drop constraint wallet_check3,
  add constraint wallet_member_check check (case when member_since is null then not is_forever else member_until is not null or is_forever end);

alter table movement
  -- What the source wallet owes from then on, or, below 0, has paid of it.
  add column owed bigint not null default 0,
  drop constraint movement_amount_check,
  drop constraint movement_reason_check,
  add constraint movement_amount_check check (amount >= 0 and (amount > 0 or owed > 0)),
  -- debt: income that pays what is owed; its reference is that of the income.
  add constraint movement_reason_check check (reason in ('purchase', 'grant', 'run', 'refund', 'correction', 'debt')),
  add constraint movement_owed_check check (owed = 0 or source_wallet is not null),
  add constraint movement_debt_check check (case reason when 'debt' then owed = -amount else owed >= 0 end);

-- Refunded before debts were kept: what had been spent by then was given away.
alter table purchase_order add column forgives_spent boolean not null default false;
update purchase_order set forgives_spent = true where state = 'refunded';

-- What runs held when their order was refunded, which the refund left to them, is claimed now.
do $$
declare
  claim record;
  free bigint;
  freed bigint;
begin
  for claim in
    select purchase.destination_wallet as wallet_id, purchase.reference as order_no, purchase.unit,
      least(purchase.amount - coalesce(refund.amount, 0), held.amount) as amount
    from movement as purchase
    join purchase_order on order_no = purchase.reference and state = 'refunded'
    join wallet on wallet.id = purchase.destination_wallet and wallet.account_id is not null
    left join movement as refund
      on refund.reason = 'refund' and refund.reference = purchase.reference and refund.unit = purchase.unit
    cross join lateral (
      select max(order_refund.created_at) as at from order_refund
      where order_refund.order_no = purchase.reference and misfit_id is null
    ) as made
    cross join lateral (
      select coalesce(sum(hold.amount), 0)::bigint as amount from hold
      where hold.wallet_id = wallet.id and hold.unit = purchase.unit and hold.created_at <= coalesce(refund.created_at, made.at)
        and (hold.ended_at is null or hold.ended_at > coalesce(refund.created_at, made.at))
    ) as held
    where purchase.reason = 'purchase' and least(purchase.amount - coalesce(refund.amount, 0), held.amount) > 0
    order by purchase.id
  loop
    select case claim.unit when 'coin' then coins - coins_held else uses - uses_held end into free
    from wallet where id = claim.wallet_id;
    with reserved as (
      select id, sum(amount) over (order by created_at desc, id) - amount as before from hold
      where wallet_id = claim.wallet_id and unit = claim.unit and state = 'held'
    ), ended as (
      update hold set state = 'released', ended_at = now()
      where id in (select id from reserved where before < claim.amount - free)
      returning task_id, amount
    ), told as (
      update task set charge_state = 'released', change = nextval('task_change') where id in (select task_id from ended)
    )
    select coalesce(sum(amount), 0) into freed from ended;
    free := free + freed;
    insert into movement (unit, amount, owed, source_wallet, destination_book, reason, reference)
    values (claim.unit, least(claim.amount, free), greatest(claim.amount - free, 0), claim.wallet_id, 'taken', 'correction', claim.order_no);
    if claim.unit = 'coin' then
      update wallet set coins_held = coins_held - freed, coins = coins - least(claim.amount, free),
        coins_owed = coins_owed + greatest(claim.amount - free, 0) where id = claim.wallet_id;
    else
      update wallet set uses_held = uses_held - freed, uses = uses - least(claim.amount, free),
        uses_owed = uses_owed + greatest(claim.amount - free, 0) where id = claim.wallet_id;
    end if;
  end loop;
end
$$;
