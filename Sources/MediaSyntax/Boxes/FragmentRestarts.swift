/// Recordings in fragments that were put one behind the other in a file, so that its clock begins anew.
package struct FragmentRestarts: Hashable, Sendable {
    /// Bytes that stand in a file in place of others.
    package struct Change: Hashable, Sendable {
        /// In bytes from the beginning of the file.
        package let position: UInt64
        package let bytes: [UInt8]
    }

    /// How often it begins anew.
    package let count: Int
    /// What the file would say if each recording went on from the one before it, in the order of the file.
    package let changes: [Change]
}
