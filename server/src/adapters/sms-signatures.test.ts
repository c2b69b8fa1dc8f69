// The signatures against the providers' published examples, value by value.
import { expect, test } from 'vitest';
import { signAcs3 } from './sms-aliyun-signature.ts';
import { signTc3 } from './sms-tencent-signature.ts';

// help.aliyun.com, "V3 request structure and signature", the fixed-parameter example of RunInstances.
const aliyunExample = {
  host: 'ecs.cn-shanghai.aliyuncs.com',
  action: 'RunInstances',
  version: '2014-05-26',
  query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
  date: new Date('2023-10-26T10:22:32Z'),
  nonce: '3156853299f313e23d1673dc12e1703d',
};

test('ACS3-HMAC-SHA256 produces the published signature', () => {
  const { query, headers } = signAcs3(aliyunExample, { keyId: 'YourAccessKeyId', keySecret: 'YourAccessKeySecret' });
  expect(query).toBe('ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai');
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;' +
      'x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

test('the query is encoded according to RFC 3986 and sorted by name', () => {
  const query = { b: "1 *~'()!", a1: '中', a: '{"code":"1"}' };
  const signed = signAcs3({ ...aliyunExample, query }, { keyId: 'k', keySecret: 's' });
  expect(signed.query).toBe('a=%7B%22code%22%3A%221%22%7D&a1=%E4%B8%AD&b=1%20%2A~%27%28%29%21');
});

// cloud.tencent.com, "Signature method v3", the example of DescribeInstances, at a time when the date in China is already the next day
// (00:44).
test('TC3-HMAC-SHA256 produces the published signature', () => {
  const payload = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
  const signed = signTc3(
    { host: 'cvm.tencentcloudapi.com', service: 'cvm', payload, timestampSeconds: 1_551_113_065 },
    { keyId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', keySecret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' },
  );
  expect(signed).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, ' +
      'SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  );
});
