-- A solved captcha is known by two names: clients seal the point as it is, or as they had sent it, sealed already.

alter table captcha_pass add column sealed_hash bytea;

create index captcha_pass_sealed on captcha_pass (sealed_hash);
