-- The language of the page that sent a task: the preview of an unpaid result carries the product's name in it.
alter table task add column language text not null default 'zh';
