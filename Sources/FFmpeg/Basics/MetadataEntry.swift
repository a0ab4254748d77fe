/// A key and its value: metadata of a container or a stream, or an option of libav's.
package struct MetadataEntry: Hashable, Sendable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
