/** How an instant is written: in ISO order, as a clock of twelve hours has it, or by how long ago it was. */
export const TIME_FORMS = ['iso', 'twelve', 'relative'] as const
export type TimeForm = (typeof TIME_FORMS)[number]
