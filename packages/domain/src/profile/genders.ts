/** Values of the gender field; the empty one is shown as "prefer not to say". Apart from the schemas: the quiz needs no others. */
export const genders = ['', 'male', 'female'] as const;

/** Empty when it is not given. */
export type Gender = (typeof genders)[number];
