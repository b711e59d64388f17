/**
 * Creates a certificate for a local TLS server: Node can't, a package for it brings 35 others, and one in the
 * repository would publish its private key. Form: RFC 5280. Encoding: ITU-T X.690.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A server's key and certificate, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Creates a self-signed certificate for `localhost`, of version 1, valid for a day. */
export const newCertificate = (): Certificate => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  const name = sequence(set(sequence(commonName, write(0x0c, Buffer.from('localhost')))));
  const body = sequence(
    write(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])), // Serial number
    ecdsaWithSha256,
    name, // Issuer
    sequence(time(now - hour), time(now + 24 * hour)),
    name, // Subject
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, ecdsaWithSha256, write(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
};

const hour = 3_600_000;

/** Encodes a value: its tag, its length, its content. */
const write = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const sequence = (...parts: readonly Uint8Array[]): Buffer => write(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]): Buffer => write(0x31, ...parts);
const identifier = (hex: string): Buffer => write(0x06, Buffer.from(hex, 'hex'));

/** A moment, as in `260131120000Z`. */
const time = (milliseconds: number): Buffer =>
  write(
    0x17,
    Buffer.from(`${new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14)}Z`),
  );

const commonName = identifier('550403'); // 2.5.4.3
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302')); // 1.2.840.10045.4.3.2
