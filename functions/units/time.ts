export const hourSeconds = 3_600;
export const daySeconds = 86_400;
export const dayMs = 86_400_000;
