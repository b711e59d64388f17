/** The compact form of the learned weights in the repository. */

import { type Vocabulary, vocabularyOf } from './features.ts';
import { HIDDEN, type Network, trios } from './network.ts';

/** A table of signed bytes with a common scale. */
interface PackedTable {
  readonly scale: number;
  /** Base64. */
  readonly bytes: string;
}

interface PackedNetwork {
  /** For each feature `WIDTH` numbers. */
  readonly embedding: PackedTable;
  /** For each feature its direct score. */
  readonly direct: PackedTable;
  /** For each hidden unit `WINDOW * WIDTH` numbers. */
  readonly kernel: PackedTable;
  /** For each hidden unit one number. */
  readonly bias: PackedTable;
  /** For each hidden unit one number. */
  readonly output: PackedTable;
}

/** Networks and their vocabulary. */
interface Packed {
  /** Separated by spaces. */
  readonly vocabulary: string;
  readonly networks: readonly PackedNetwork[];
}

/** Unpacks networks and their vocabulary. */
export const unpack = (
  packed: Packed,
): { readonly networks: readonly Network[]; readonly vocabulary: Vocabulary } => ({
  networks: packed.networks.map(({ embedding, direct, kernel, bias, output }) => ({
    features: trios(bytesOf(embedding), bytesOf(direct)),
    tangents: tangentsOf(embedding.scale),
    directScale: direct.scale,
    kernel: transposed(numbersOf(kernel)),
    bias: numbersOf(bias),
    output: numbersOf(output),
  })),
  vocabulary: vocabularyOf(packed.vocabulary === '' ? [] : packed.vocabulary.split(' ')),
});

const bytesOf = ({ bytes }: PackedTable): Int8Array => new Int8Array(Buffer.from(bytes, 'base64'));

const numbersOf = (table: PackedTable): Float64Array =>
  Float64Array.from(bytesOf(table), (byte) => byte * table.scale);

/** The kernel, ordered by input instead of by hidden unit. */
const transposed = (kernel: Float64Array): Float64Array => {
  const inputs = kernel.length / HIDDEN;
  return kernel.map((_, at) => kernel[(at % HIDDEN) * inputs + Math.floor(at / HIDDEN)] as number);
};

/** The hyperbolic tangents of integers times `scale`, as far as they differ from -1 and 1. */
const tangentsOf = (scale: number): Float64Array => {
  const most = Math.min(Math.ceil(20 / scale), 2 ** 16);
  return new Float64Array(2 * most + 1).map((_, at) => Math.tanh((at - most) * scale));
};
