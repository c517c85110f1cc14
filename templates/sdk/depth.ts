/** How many levels of relations a read fills in. */
export type Depth = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

/** One level less: the depth at which a related document is seen. */
export type Less = readonly [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
