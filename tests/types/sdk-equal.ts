type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? true
    : [A, B] extends [B, A]
      ? unknown extends A & B
        ? false
        : true
      : false;

/** Compiles only if a value has exactly this type: neither wider nor narrower. */
export declare function is<Expected>(): <Actual>(
  value: Actual,
  ...same: Same<Expected, Actual> extends true ? [] : [never]
) => void;
