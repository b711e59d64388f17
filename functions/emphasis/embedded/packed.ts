/** The compact form in which the learned weights stand in the repository. */

import { type Vocabulary, vocabularyOf } from './features.ts';
import { type Network, TABLES } from './network.ts';

/** Numbers of a table as signed bytes, to be multiplied by a scale. */
interface PackedTable {
  readonly scale: number;
  /** The bytes in Base64. */
  readonly bytes: string;
}

/** A network and its vocabulary. */
export interface Packed {
  /** The entries with a space between them. */
  readonly vocabulary: string;
  readonly width: number;
  readonly hidden: number;
  readonly tables: Readonly<Record<(typeof TABLES)[number], PackedTable>>;
}

/** Packs a network; its weights are rounded to 255 steps per table. */
export const pack = (network: Network, entries: readonly string[]): Packed => {
  const { width, hidden } = network;
  const tables = TABLES.map((table) => [table, packTable(network[table])]);
  return { vocabulary: entries.join(' '), width, hidden, tables: Object.fromEntries(tables) };
};

const packTable = (numbers: Float32Array): PackedTable => {
  const scale = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / 127 || 1;
  const bytes = Int8Array.from(numbers, (number) => Math.round(number / scale));
  return { scale, bytes: Buffer.from(bytes.buffer).toString('base64') };
};

/** Unpacks what {@link pack} packed. */
export const unpack = (
  packed: Packed,
): { readonly network: Network; readonly vocabulary: Vocabulary } => {
  const { width, hidden } = packed;
  const tables = TABLES.map((table) => [table, unpackTable(packed.tables[table])]);
  return {
    network: { width, hidden, ...Object.fromEntries(tables) },
    vocabulary: vocabularyOf(packed.vocabulary === '' ? [] : packed.vocabulary.split(' ')),
  };
};

const unpackTable = ({ scale, bytes }: PackedTable): Float32Array =>
  Float32Array.from(new Int8Array(Buffer.from(bytes, 'base64')), (byte) => byte * scale);
