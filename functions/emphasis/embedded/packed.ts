/** The compact form in which the learned weights stand in the repository. */

import { type Vocabulary, vocabularyOf } from './features.ts';
import { type Network, TABLES } from './network.ts';

/** Numbers of a table as signed bytes, to be multiplied by a scale. */
interface PackedTable {
  readonly scale: number;
  /** The bytes in Base64. */
  readonly bytes: string;
}

/** The numbers of a network. */
interface PackedNetwork {
  readonly width: number;
  readonly hidden: number;
  readonly tables: Readonly<Record<(typeof TABLES)[number], PackedTable>>;
}

/** Networks and their vocabulary. */
export interface Packed {
  /** The entries with a space between them. */
  readonly vocabulary: string;
  readonly networks: readonly PackedNetwork[];
}

/** Packs networks; their weights are rounded to 255 steps per table. */
export const pack = (networks: readonly Network[], entries: readonly string[]): Packed => ({
  vocabulary: entries.join(' '),
  networks: networks.map((network) => ({
    width: network.width,
    hidden: network.hidden,
    tables: forEachTable((table) => packTable(network[table])),
  })),
});

const forEachTable = <Value>(make: (table: (typeof TABLES)[number]) => Value) =>
  Object.fromEntries(TABLES.map((table) => [table, make(table)])) as Record<
    (typeof TABLES)[number],
    Value
  >;

const packTable = (numbers: Float32Array): PackedTable => {
  const scale = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / 127 || 1;
  const bytes = Int8Array.from(numbers, (number) => Math.round(number / scale));
  return { scale, bytes: Buffer.from(bytes.buffer).toString('base64') };
};

/** Unpacks what {@link pack} packed. */
export const unpack = (
  packed: Packed,
): { readonly networks: readonly Network[]; readonly vocabulary: Vocabulary } => ({
  networks: packed.networks.map(({ width, hidden, tables }) => ({
    width,
    hidden,
    ...forEachTable((table) => unpackTable(tables[table])),
  })),
  vocabulary: vocabularyOf(packed.vocabulary === '' ? [] : packed.vocabulary.split(' ')),
});

const unpackTable = ({ scale, bytes }: PackedTable): Float32Array =>
  Float32Array.from(new Int8Array(Buffer.from(bytes, 'base64')), (byte) => byte * scale);
