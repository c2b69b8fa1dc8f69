-- Call-backs of WeChat that were accepted. A signature of a plain one covers its time and nonce but not its text, so it is kept
-- with the text it came with: another text under the same signature is refused.
create table wechat_callback (
  signature_hash bytea primary key,
  message_hash bytea not null,
  -- From then on the signature is refused for its age.
  expires_at timestamptz not null
);

create index wechat_callback_expiry on wechat_callback (expires_at);

-- The page that asked said that it sends the movement of the piece along, so an answer without it is wrong.
alter table captcha add column sends_track boolean not null default false;
