-- When the approved payment of an order was last captured. While set, the order is not closed: its money may be on its way.
alter table purchase_order add column capture_at timestamptz;
