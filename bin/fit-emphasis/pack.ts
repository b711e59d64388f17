/** Packs networks for storage in the repository. */

import type { Packed, PackedTable } from '../../functions/emphasis/embedded/packed.ts';
import type { Network } from './network.ts';

/** Packs networks and their vocabulary. Weights are quantized to 255 steps per table. */
export const pack = (networks: readonly Network[], entries: readonly string[]): Packed => ({
  vocabulary: entries.join(' '),
  networks: networks.map(({ embedding, direct, kernel, bias, output }) => ({
    embedding: packTable(embedding),
    direct: packTable(direct),
    kernel: packTable(kernel),
    bias: packTable(bias),
    output: packTable(output),
  })),
});

const packTable = (numbers: Float32Array): PackedTable => {
  const scale = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / 127 || 1;
  const bytes = Int8Array.from(numbers, (number) => Math.round(number / scale));
  return { scale, bytes: Buffer.from(bytes.buffer).toString('base64') };
};
