/// Recordings in fragments that were put one behind the other in a file, so that its clock begins anew.
package struct FragmentRestarts: Hashable, Sendable {
    /// How often it begins anew.
    package let count: Int
    /// What the file would say if each recording went on from the one before it, in the order of the file.
    package let changes: [ByteChange]
}
