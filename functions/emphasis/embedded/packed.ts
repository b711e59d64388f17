/** The compact form of the learned weights in the repository: tables of signed bytes in base64, each with a scale. */

import { type Vocabulary, vocabularyOf } from './features.ts';
import { HIDDEN, type Network } from './network.ts';
import type packedWeights from './weights.data.json';

type Packed = typeof packedWeights;
type Table = Packed['networks'][number]['kernel'];

/** Unpacks networks and their vocabulary. */
export const unpack = ({
  vocabulary,
  networks,
}: Packed): { readonly networks: readonly Network[]; readonly vocabulary: Vocabulary } => ({
  networks: networks.map(({ embedding, direct, kernel, bias, output }) => ({
    embedding: bytesOf(embedding),
    tangents: tangentsOf(embedding.scale),
    direct: bytesOf(direct),
    directScale: direct.scale,
    kernel: transposed(numbersOf(kernel)),
    bias: numbersOf(bias),
    output: numbersOf(output),
  })),
  vocabulary: vocabularyOf(vocabulary.split(' ')),
});

const bytesOf = ({ bytes }: Table): Int8Array => new Int8Array(Buffer.from(bytes, 'base64'));

const numbersOf = (table: Table): Float64Array =>
  Float64Array.from(bytesOf(table), (byte) => byte * table.scale);

/** The kernel, ordered by input instead of by hidden unit. */
const transposed = (kernel: Float64Array): Float64Array => {
  const inputs = kernel.length / HIDDEN;
  return kernel.map((_, at) => kernel[(at % HIDDEN) * inputs + Math.floor(at / HIDDEN)] as number);
};

/** The hyperbolic tangents of integers times `scale`, as far as they differ from -1 and 1. */
const tangentsOf = (scale: number): Float64Array => {
  const most = Math.ceil(20 / scale);
  return new Float64Array(2 * most + 1).map((_, at) => Math.tanh((at - most) * scale));
};
