internal import CFFmpeg

extension Frame {
    /// What came with the frame of the display on which it was mastered, and of the light of the clip, as a stream says it. Empty for
    /// nothing.
    package var highRange: [StreamSideData] {
        let kinds = [
            (AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_MASTERING_DISPLAY_METADATA),
            (AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, AV_PKT_DATA_CONTENT_LIGHT_LEVEL),
        ]
        return kinds.compactMap { kind, ofStream in
            guard let data = unsafe av_frame_get_side_data(pointer, kind), let bytes = unsafe data.pointee.data else {
                return nil
            }
            let copy = unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(data.pointee.size)))
            return StreamSideData(type: ofStream.rawValue, bytes: copy)
        }
    }

    /// The systems of high dynamic range whose data on this scene's light came with the frame, by name.
    package var sceneLight: Set<String> {
        var names: Set<String> = []
        if unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) != nil { names.insert("HDR10+") }
        if unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_DOVI_RPU_BUFFER) != nil { names.insert("Dolby Vision") }
        return names
    }
}
