extension [Float] {
    /// Moves the contents to the front by `count`, with zeros behind.
    mutating func shift(by count: Int) {
        unsafe withUnsafeMutableBufferPointer { buffer in
            let rest = UnsafeBufferPointer(buffer.extracting(count...))
            _ = unsafe buffer.update(fromContentsOf: rest)
            unsafe buffer.extracting((buffer.count - count)...).update(repeating: 0)
        }
    }
}
