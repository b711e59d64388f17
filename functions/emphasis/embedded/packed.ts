/** The compact form in which the learned weights are stored in the repository. */

import { type Vocabulary, vocabularyOf } from './features.ts';
import { HIDDEN, type Network, trios } from './network.ts';

/** Numbers of a table as signed bytes, to be multiplied by a scale. */
export interface PackedTable {
  readonly scale: number;
  /** The bytes in Base64. */
  readonly bytes: string;
}

/** The learned numbers of a network. */
export interface PackedNetwork {
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
export interface Packed {
  /** The entries with a space between them. */
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

/** The kernel with each input's numbers side by side, and not each hidden unit's. */
const transposed = (kernel: Float64Array): Float64Array => {
  const inputs = kernel.length / HIDDEN;
  return kernel.map((_, at) => kernel[(at % HIDDEN) * inputs + Math.floor(at / HIDDEN)] as number);
};

/** The hyperbolic tangents of whole numbers times `scale`, as far as they differ from -1 and 1. */
const tangentsOf = (scale: number): Float64Array => {
  const most = Math.min(Math.ceil(20 / scale), 2 ** 16);
  return new Float64Array(2 * most + 1).map((_, at) => Math.tanh((at - most) * scale));
};
