/** Standards of electronic invoices and orders. */
export const standards = ["factur-x", "zugferd-1", "zugferd-2", "xrechnung", "order-x", "other"] as const;
export type Standard = (typeof standards)[number];
