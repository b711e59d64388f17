/**
 * Certificates for the TLS servers of the benchmark and the tests: Node can't create any, packages for it bring dozens
 * of others, and one in the repository would publish its private key.
 */
import { generateKeyPairSync, sign } from 'node:crypto';

/** Creates a key and a self-signed certificate of `localhost` in PEM. The lengths in its DER (RFC 5280) are constants. */
export const newCertificate = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const ed25519 = '300506032b6570';
  const localhost = `30143112301006035504030c09${hex('localhost')}`;
  const validity = `301e170d${hex('000101000000Z')}170d${hex('491231235959Z')}`;
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('hex');
  const serial = '020101';
  const body = `308182${serial}${ed25519}${localhost}${validity}${localhost}${spki}`;
  const signature = sign(null, Buffer.from(body, 'hex'), privateKey).toString('hex');
  const der = Buffer.from(`3081cf${body}${ed25519}034100${signature}`, 'hex');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
};

const hex = (text: string): string => Buffer.from(text).toString('hex');
