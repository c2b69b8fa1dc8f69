// The rows of the database as TypeScript sees them (server/migrations is authoritative). It is long because it lists every table.

import type { FileFacts } from 'contract/facts.ts';
import type { KeyCode } from 'contract/key-codes.ts';
import type { CaptchaType } from 'contract/routes/captcha.ts';
import type { SavedStep } from 'contract/routes/pipelines.ts';
import type { BatchEnd, WebhookAttempt, WebhookEvent } from 'contract/routes/webhooks.ts';
import type { Stage } from 'contract/stages.ts';
import type { TaskStatus } from 'contract/task.ts';
import type { Lane, LaneWidths } from 'contract/tool.ts';
import type { Language, Sentence } from 'contract/words.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ObjectPurpose, ObjectVisibility } from '../objects/names.ts';
import type { StoredError, StoredInput, StoredResult, StoredStep } from '../tasks/stored.ts';

type Json<T> = JSONColumnType<T & object, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface TaskTable {
  id: string;
  batch_id: string | null;
  owner: string;
  tool: string;
  call: string;
  key_code: KeyCode;
  lane: Lane;
  options: Json<Record<string, unknown>>;
  inputs: Json<readonly StoredInput[]>;
  status: TaskStatus;
  start_percent: Generated<number>;
  progress: Generated<number>;
  attempt_progress: Generated<number>;
  reported_attempt: Generated<number>;
  stage: Stage;
  attempt: Generated<number>;
  faults: Generated<number>;
  change: Generated<number>;
  result: NullableJson<StoredResult>;
  partial: NullableJson<Required<Pick<StoredResult, 'segments'>>>;
  error: NullableJson<StoredError>;
  charge_kind: Generated<'none' | 'use' | 'coins'>;
  charge_amount: Generated<number>;
  charge_state: Generated<'none' | 'held' | 'settled' | 'released'>;
  idempotency_key: string | null;
  request_hash: string;
  pace: string;
  input_bytes: Generated<number>;
  expected_ms: number | null;
  /** How much work it is, in the unit of its call; null if its files do not tell. */
  amount: number | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
  expires_at: Date;
  came_from: string | null;
  address: string | null;
  share: string;
  turn: number;
  owner_turn: number;
  worker_id: string | null;
  /** Of the page that sent it. */
  language: Generated<Language>;
  /** In a lane with work of minutes: expected to take seconds. */
  is_short: Generated<boolean>;
  /** The API key that sent it. */
  key_id: string | null;
  /** The address that the call named for the end of its task. */
  webhook: NullableJson<CallWebhook>;
  /** Of a pipeline. */
  steps: NullableJson<readonly StoredStep[]>;
  step_index: Generated<number>;
  step_count: Generated<number>;
  rest_ms: Generated<number | null>;
  kept: NullableJson<StoredResult>;
  kept_amount: Generated<number>;
  pipeline_name: string | null;
}

export interface SavedPipelineTable {
  id: Generated<string>;
  account_id: string;
  name: string;
  steps: Json<readonly SavedStep[]>;
  created_at: Date;
  updated_at: Date;
}

export interface CallWebhook {
  readonly url: string;
  /** How its sender reached this server. */
  readonly baseUrl: string;
}

/** The columns of a task as it ended, without those that can be large. */
type EndedColumns = Readonly<Record<string, unknown>>;

interface TaskEndTable {
  place: Generated<number>;
  task_id: string;
  owner: string;
  batch_id: string | null;
  key_id: string | null;
  webhook: NullableJson<CallWebhook>;
  task: Json<EndedColumns>;
}

export interface WebhookTable {
  id: Generated<string>;
  account_id: string;
  /** Null: the row stands for the addresses that calls name themselves. */
  url: string | null;
  events: readonly WebhookEvent[];
  key_id: string | null;
  base_url: string;
  secret: Buffer;
  former_secret: Buffer | null;
  former_until: Date | null;
  created_at: Date;
  failing_since: Date | null;
  paused_at: Date | null;
}

export interface WebhookDeliveryTable {
  id: Generated<string>;
  place: Generated<number>;
  webhook_id: string;
  account_id: string;
  type: WebhookEvent;
  url: string;
  host: string;
  base_url: string;
  task_id: string;
  owner: string;
  task: Json<EndedColumns>;
  batch: NullableJson<BatchEnd>;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  failures: Generated<number>;
  attempts: ColumnType<readonly WebhookAttempt[], string | undefined, string>;
  due_at: Date | null;
  created_at: Generated<Date>;
}

export interface ApiKeyTable {
  id: Generated<string>;
  account_id: string;
  name: string;
  key_hash: Buffer;
  last_four: string;
  scopes: readonly string[];
  per_minute: number;
  addresses: readonly string[];
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

interface KeySpendingTable {
  key_id: string;
  uses_per_month: number | null;
  coins_per_month: number | null;
  month: string | null;
  uses: Generated<number>;
  coins: Generated<number>;
}

interface WorkerTable {
  id: string;
  host: string;
  pid: number;
  version: string;
  lanes: Json<LaneWidths>;
  started_at: Generated<Date>;
  last_seen_at: Generated<Date>;
}

/** Why a file could not be probed or shown. */
export interface StoredFailure {
  readonly error: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Unix time in milliseconds; null: as long as the file is stored. */
  readonly until: number | null;
}

export interface StoredObjectTable {
  key: string;
  name: string;
  bytes: number;
  upload_id: string | null;
  is_complete: boolean;
  task_id: string | null;
  is_removed: Generated<boolean>;
  created_at: Generated<Date>;
  /** Null: kept until it is released explicitly. */
  expires_at: Date | null;
  owner: string | null;
  address: string | null;
  purpose: ObjectPurpose;
  visibility: Generated<ObjectVisibility>;
  facts: NullableJson<FileFacts>;
  /** What of it could not be probed or shown, and why. */
  failures: NullableJson<Readonly<Record<string, StoredFailure>>>;
  /** The store's version id of the bytes that arrived; null if they cannot be replaced. */
  version: Generated<string | null>;
}

interface ObjectUseTable {
  key: string;
  task_id: string;
}

interface PaceTable {
  name: string;
  n: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
}

interface ServerSecretTable {
  name: string;
  value: Buffer;
  is_sealed: Generated<boolean>;
}

export interface AccountTable {
  id: string;
  username: string | null;
  nick_name: string;
  avatar_key: string | null;
  gender: 0 | 1 | null;
  mobile: string | null;
  password_hash: string | null;
  share_code: string;
  platform_source: string;
  referred_by: string | null;
  logid_url: string | null;
  is_frozen: Generated<boolean>;
  created_at: Date;
}

interface LoginTable {
  id: string;
  token_hash: Buffer;
  account_id: string | null;
  device: string;
  takes_tasks: Generated<boolean>;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/** A device (`visitor:…`) or an address (`address:…`) from which an account has logged in. */
interface KnownClientTable {
  account_id: string;
  mark: string;
  seen_at: Date;
}

interface SmsCodeTable {
  mobile: string;
  code_hash: Buffer;
  tries: Generated<number>;
  address: string | null;
  tries_elsewhere: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

interface LoginKeyTable {
  key_hash: Buffer;
  kind: 'mobile' | 'wechat';
  subject: string;
  expires_at: Date;
}

interface WechatPersonTable {
  id: string;
  account_id: string | null;
  nick_name: string | null;
  created_at: Date;
}

interface WechatLoginTable {
  secret_hash: Buffer;
  kind: 'qr' | 'redirect';
  scene: string;
  owner: string | null;
  person_id: string | null;
  expires_at: Date;
}

interface WechatCallbackTable {
  signature_hash: Buffer;
  message_hash: Buffer;
  expires_at: Date;
}

interface CaptchaTable {
  token: string;
  kind: CaptchaType;
  secret_key: string;
  answer: Json<readonly { x: number; y: number }[]>;
  client: string;
  sends_track: boolean;
  created_at: Date;
  expires_at: Date;
}

interface CaptchaPassTable {
  hash: Buffer;
  sealed_hash: Buffer | null;
  expires_at: Date;
}

interface AllowanceTable {
  key: string;
  used: number;
  window_ends_at: Date;
}

interface SandboxSmsTable {
  id: Generated<number>;
  mobile: string;
  code: string;
  text: string;
  created_at: Date;
}

type Unit = 'use' | 'coin';
type Book = 'sold' | 'given' | 'spent' | 'taken';

interface WalletTable {
  id: Generated<string>;
  account_id: string | null;
  coins: Generated<number>;
  coins_held: Generated<number>;
  uses: Generated<number>;
  uses_held: Generated<number>;
  coins_owed: Generated<number>;
  uses_owed: Generated<number>;
  member_since: Date | null;
  member_until: Date | null;
  is_forever: Generated<boolean>;
  meal_name: NullableJson<Sentence>;
  created_at: Generated<Date>;
}

interface HoldTable {
  id: Generated<string>;
  wallet_id: string;
  task_id: string;
  subject: string;
  unit: Unit;
  amount: number;
  state: Generated<'held' | 'settled' | 'released'>;
  created_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  key_id: string | null;
  key_month: string | null;
}

interface MovementTable {
  id: Generated<number>;
  unit: Unit;
  amount: number;
  owed: Generated<number>;
  source_wallet: string | null;
  source_book: Book | null;
  destination_wallet: string | null;
  destination_book: Book | null;
  reason: 'purchase' | 'grant' | 'run' | 'refund' | 'correction' | 'debt';
  reference: string;
  hold_id: string | null;
  created_at: Generated<Date>;
}

interface MemberTermTable {
  id: Generated<number>;
  wallet_id: string;
  days: Generated<number>;
  months: Generated<number>;
  is_forever: Generated<boolean>;
  meal_name: Json<Sentence>;
  reason: 'purchase' | 'grant' | 'refund' | 'correction';
  reference: string;
  until: Date | null;
  created_at: Generated<Date>;
}

interface TrialRunTable {
  task_id: string;
  owner: string;
  address: string | null;
  tool: string;
  batch_id: string | null;
  day: string;
  kind: Generated<'trial' | 'look' | 'free' | 'returned'>;
  starts: Generated<number>;
}

interface UseRecordTable {
  id: Generated<number>;
  account_id: string;
  task_id: string | null;
  key_code: string | null;
  tool: string | null;
  name: Generated<string>;
  status: Generated<string>;
  charge_kind: Generated<'none' | 'use' | 'coins'>;
  charge_amount: Generated<number>;
  created_at: Generated<Date>;
}

interface OperatorActTable {
  id: Generated<string>;
  act: string;
  operator: string;
  subject: string | null;
  reason: string;
  details: Json<Record<string, unknown>>;
  created_at: Generated<Date>;
  place: Generated<number>;
  idempotency_key: string | null;
}

interface OperatorFactorTable {
  account_id: string;
  last_step: Generated<number>;
  created_at: Generated<Date>;
}

interface OperatorSessionTable {
  token_hash: Buffer;
  login_id: string;
  account_id: string;
  expires_at: Date;
  ends_at: Date;
}

export interface OrderRefundTable {
  refund_no: string;
  order_no: string;
  amount: number;
  reason: string;
  state: 'asked' | 'made';
  asked_at: Generated<Date>;
  created_at: Generated<Date>;
  /** The refunded payment; null: the order's own payment. */
  misfit_id: string | null;
}

export interface RefundRequestTable {
  id: Generated<string>;
  order_no: string;
  reason: string;
  state: Generated<'open' | 'refunded' | 'declined'>;
  /** What the operator tells the buyer. */
  answer: string | null;
  created_at: Generated<Date>;
  answered_at: Date | null;
}

export interface MisfitPaymentTable {
  id: Generated<string>;
  order_no: string;
  provider: 'wechat' | 'alipay' | 'paypal';
  provider_ref: string;
  amount: number;
  currency: string;
  refunded_amount: Generated<number>;
  created_at: Generated<Date>;
}

export interface BulletinTable {
  id: Generated<string>;
  tone: 'info' | 'warn';
  title: Json<Sentence>;
  text: Json<Sentence>;
  starts_at: Generated<Date>;
  ends_at: Date | null;
  withdrawn_at: Date | null;
  created_at: Generated<Date>;
}

interface DictionaryEntryTable {
  dictionary: string;
  label: string;
  value: string;
  updated_at: Generated<Date>;
}

export interface PlanTable {
  id: Generated<string>;
  kind: 'member' | 'coins';
  currency: 'CNY' | 'USD';
  meal_name: Json<Sentence>;
  days: number;
  months: number;
  is_forever: boolean;
  uses: number;
  coins: number;
  amount: number;
  original_amount: number;
  is_recommended: boolean;
  position: number;
  is_on_sale: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface CouponTable {
  id: Generated<string>;
  name: string;
  title: Json<Sentence>;
  amount_off: number | null;
  percent_off: number | null;
  currency: 'CNY' | 'USD' | null;
  minimum: number;
  plan_kind: 'member' | 'coins' | null;
  starts_at: Date;
  ends_at: Date;
  pieces: number;
  taken: Generated<number>;
  is_on_offer: boolean;
  position: number;
  created_at: Generated<Date>;
}

export interface CouponPieceTable {
  id: Generated<string>;
  coupon_id: string;
  account_id: string | null;
  title: Json<Sentence>;
  amount_off: number | null;
  percent_off: number | null;
  currency: 'CNY' | 'USD' | null;
  minimum: number;
  plan_kind: 'member' | 'coins' | null;
  starts_at: Date;
  ends_at: Date;
  received_at: Generated<Date>;
}

export interface PurchaseOrderTable {
  order_no: string;
  account_id: string | null;
  plan_id: string | null;
  kind: 'member' | 'coins';
  meal_name: Json<Sentence>;
  days: number;
  months: number;
  is_forever: boolean;
  uses: number;
  coins: number;
  amount: number;
  currency: 'CNY' | 'USD';
  state: Generated<'open' | 'paid' | 'closed' | 'refunded'>;
  provider: Generated<'wechat' | 'alipay' | 'paypal' | null>;
  provider_ref: Generated<string | null>;
  code_url: Generated<string | null>;
  approve_url: Generated<string | null>;
  fault: Generated<string | null>;
  refunded_amount: Generated<number>;
  forgives_spent: Generated<boolean>;
  agent_code: string | null;
  logid_url: string | null;
  idempotency_key: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  paid_at: Generated<Date | null>;
  asked_at: Generated<Date | null>;
  capture_at: Generated<Date | null>;
  discount: Generated<number>;
  piece_id: string | null;
  coupon_title: NullableJson<Sentence>;
}

interface PaymentNoticeTable {
  provider: string;
  notice_id: string;
  order_no: string | null;
  event: string;
  outcome: string;
  received_at: Generated<Date>;
}

export interface SandboxPaymentTable {
  order_no: string;
  provider: 'wechat' | 'alipay' | 'paypal';
  amount: number;
  currency: 'CNY' | 'USD';
  title: string;
  state: Generated<'open' | 'paid' | 'closed'>;
  refunded_amount: Generated<number>;
  refund_nos: Generated<string[]>;
  created_at: Generated<Date>;
}

interface BackupTable {
  id: Generated<string>;
  place: string;
  name: string;
  began_at: Date;
  ended_at: Date | null;
  bytes: number | null;
  failure: string | null;
}

export interface Tables {
  backup: BackupTable;
  account: AccountTable;
  login: LoginTable;
  api_key: ApiKeyTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  key_spending: KeySpendingTable;
  known_client: KnownClientTable;
  sms_code: SmsCodeTable;
  login_key: LoginKeyTable;
  wechat_person: WechatPersonTable;
  wechat_login: WechatLoginTable;
  wechat_callback: WechatCallbackTable;
  captcha: CaptchaTable;
  captcha_pass: CaptchaPassTable;
  allowance: AllowanceTable;
  sandbox_sms: SandboxSmsTable;
  task: TaskTable;
  saved_pipeline: SavedPipelineTable;
  task_end: TaskEndTable;
  stored_object: StoredObjectTable;
  object_use: ObjectUseTable;
  pace: PaceTable;
  server_secret: ServerSecretTable;
  worker: WorkerTable;
  wallet: WalletTable;
  hold: HoldTable;
  movement: MovementTable;
  member_term: MemberTermTable;
  trial_run: TrialRunTable;
  use_record: UseRecordTable;
  operator_act: OperatorActTable;
  operator_factor: OperatorFactorTable;
  operator_session: OperatorSessionTable;
  order_refund: OrderRefundTable;
  refund_request: RefundRequestTable;
  misfit_payment: MisfitPaymentTable;
  bulletin: BulletinTable;
  dictionary_entry: DictionaryEntryTable;
  plan: PlanTable;
  coupon: CouponTable;
  coupon_piece: CouponPieceTable;
  purchase_order: PurchaseOrderTable;
  payment_notice: PaymentNoticeTable;
  sandbox_payment: SandboxPaymentTable;
}
