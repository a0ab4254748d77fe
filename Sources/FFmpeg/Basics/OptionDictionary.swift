internal import CFFmpeg

/// Owns an `AVDictionary`: options that a call of libav's takes.
@safe
struct OptionDictionary: ~Copyable {
    var pointer: OpaquePointer?

    init(_ pairs: [MetadataEntry] = []) {
        for pair in pairs { unsafe av_dict_set(&pointer, pair.key, pair.value, 0) }
    }

    deinit {
        var pointer = unsafe pointer
        unsafe av_dict_free(&pointer)
    }

    /// The entries of a dictionary that libav owns, in their order.
    static func pairs(_ dictionary: OpaquePointer?) -> [MetadataEntry] {
        var pairs: [MetadataEntry] = []
        var entry: UnsafePointer<AVDictionaryEntry>?
        while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            unsafe pairs.append(
                MetadataEntry(
                    key: StoredText.text(of: next.pointee.key),
                    value: StoredText.text(of: next.pointee.value)
                )
            )
            unsafe entry = UnsafePointer(next)
        }
        return pairs
    }

    /// Replaces the dictionary in a field of a libav structure.
    static func assign(_ pairs: [MetadataEntry], to field: inout OpaquePointer?) {
        unsafe av_dict_free(&field)
        for pair in pairs { unsafe av_dict_set(&field, pair.key, pair.value, AV_DICT_MULTIKEY) }
    }
}
