/** How many levels of relations a read populates. */
export type Depth = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

/** One level less: the depth of a related document. */
export type Less = readonly [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
