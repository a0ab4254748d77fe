internal import Files
internal import MediaSyntax

/// What a camera says of itself in boxes of its own, in a finished MP4 or MOV.
struct MovieCameraData {
    let boxes: [CameraDataBox]

    /// Adds them to a file of which the index is the last box.
    func write(to descriptor: Int32) throws(ExportError) {
        guard !boxes.isEmpty else { return }
        try FinishedFile.writing("what the camera says of itself") { () throws(FileError) in
            let index = try MovieIndex(descriptor: descriptor)
            guard let box = index.box else { return false }
            return try index.addUserData(CameraDataBox.userData(boxes), to: [box])
        }
    }
}
