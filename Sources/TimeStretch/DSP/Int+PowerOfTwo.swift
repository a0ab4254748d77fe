extension Int {
    /// The smallest power of two that is not smaller.
    var roundedUpToPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
