extension String {
    /// The characters of a C array up to the first zero.
    init<Characters>(cArray: Characters) {
        self = unsafe withUnsafeBytes(of: cArray) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
