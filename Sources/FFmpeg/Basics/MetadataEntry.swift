/// One text of a container's or a stream's metadata.
package struct MetadataEntry: Hashable, Sendable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
